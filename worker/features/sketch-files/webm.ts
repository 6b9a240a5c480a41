import { VIDEO_MAX_HOURS } from '../../../contract/limits.ts'
import type { VideoParts } from './video-parts.ts'
import { refuse } from './zip.ts'

const ELEMENTS_MAX = 500_000
/** An id has up to 4 bytes, a size up to 8. */
const HEADER_BYTES = 12
const VIDEO_CODECS = ['V_VP8', 'V_VP9', 'V_AV1']
const SOUND_CODECS = ['A_OPUS', 'A_VORBIS']
const [VIDEO_TRACK, SOUND_TRACK] = [1, 2]

const ID = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codecId: 0x86,
  cluster: 0x1f43b675,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  cues: 0x1c53bb6b,
  tags: 0x1254c367,
  attachments: 0x1941a469,
  chapters: 0x1043a770,
  void: 0xec,
} as const

/** Elements that players need, by the one around them. Others are blanked, checksums too, since they would be wrong. */
const KEPT = {
  /** Versions and lengths. */
  header: [ID.docType, 0x4286, 0x42f7, 0x42f2, 0x42f3, 0x4287, 0x4285],
  segment: [ID.seekHead, ID.info, ID.tracks, ID.cluster, ID.cues],
  seekHead: [ID.seek],
  /** The two programs that wrote the file. */
  info: [ID.timestampScale, ID.duration, 0x4d80, 0x5741],
  tracks: [ID.trackEntry],
  trackEntry: [
    ...[ID.trackNumber, ID.trackType, ID.codecId],
    /**
     * Unique id, flags, default duration, additions, language, codec data, delay, pre-roll, picture, sound, encodings.
     */
    ...[0x73c5, 0xb9, 0x88, 0x55aa, 0x9c, 0x6de7, 0x6df8, 0x23e383, 0x55ee, 0x41e4],
    ...[0x22b59c, 0x63a2, 0x56aa, 0x56bb, 0xe0, 0xe1, 0x6d80],
  ],
  /** Timestamp, position and size of the one before. */
  cluster: [ID.simpleBlock, ID.blockGroup, 0xe7, 0xa7, 0xab],
  /** Duration, references, padding, and additions, which hold transparency. */
  blockGroup: [ID.block, 0x9b, 0xfa, 0xfb, 0x75a2, 0x75a1],
} as const
/** Elements that end a cluster of unknown size. */
const SEGMENT_CHILDREN: readonly number[] = [...KEPT.segment, ID.tags, ID.attachments, ID.chapters]

/** `end` is null for an element of unknown size. */
type Element = { id: number; start: number; body: number; end: number | null }
type SizedElement = Element & { end: number }
type Master = { body: number; end: number }

/**
 * Checks a WebM as a container, and finds what is in it besides picture and sound: tags, attachments, chapters, titles,
 * dates, unknown elements and other tracks. These parts become `Void` elements.
 * @throws AppError `bad_file`, and errors of reading.
 */
export function readWebm(parts: VideoParts): Promise<void> {
  return new WebmReader(parts).readFile()
}

class WebmReader {
  readonly #parts: VideoParts
  #elements = 0
  #tracks: Map<number, number> | undefined
  #pictures = 0

  constructor(parts: VideoParts) {
    this.#parts = parts
  }

  async readFile(): Promise<void> {
    const { fileBytes } = this.#parts
    const header = await this.#sized(0, fileBytes)
    if (header.id !== ID.header) refuse('the video has no EBML header')
    for await (const child of this.#kept(header, KEPT.header)) {
      if (child.id === ID.docType && (await this.#text(child)) !== 'webm') refuse('the video is not WebM')
    }
    const segment = await this.#element(header.end, fileBytes)
    if (segment.id !== ID.segment) refuse('the video has no segment')
    const end = segment.end ?? fileBytes
    await this.#readSegment({ body: segment.body, end })
    if (end < fileBytes) this.#blank(end, fileBytes)
    if (this.#pictures === 0) refuse('the video has no pictures')
  }

  async #readSegment({ body, end }: Master): Promise<void> {
    for (let at = body; at < end; ) {
      const child = await this.#element(at, end)
      if (child.id === ID.cluster) {
        at = await this.#readCluster(child, end)
        continue
      }
      const sized = needSize(child)
      if (sized.id === ID.tracks) await this.#readTracks(sized)
      else if (sized.id === ID.info) await this.#readInfo(sized)
      else if (sized.id === ID.seekHead) await this.#readSeekHead(sized)
      else if (sized.id !== ID.cues) this.#blankElement(sized)
      at = sized.end
    }
  }

  async #readInfo(info: SizedElement): Promise<void> {
    let [scale, duration] = [1_000_000, Number.NaN]
    for await (const child of this.#kept(info, KEPT.info)) {
      if (child.id === ID.timestampScale) scale = await this.#uint(child)
      if (child.id === ID.duration) {
        duration = await this.#float(child)
        if (!(duration > 0)) refuse('the video has no duration')
      }
    }
    if (scale === 0) refuse('the video has no duration')
    // Recordings of browsers have no duration.
    if ((duration * scale) / 1e9 > VIDEO_MAX_HOURS * 3600) refuse('the video claims an impossible duration')
  }

  async #readSeekHead(seekHead: SizedElement): Promise<void> {
    for await (const seek of this.#kept(seekHead, KEPT.seekHead)) {
      for (let at = seek.body; at < seek.end; ) {
        const child = await this.#sized(at, seek.end)
        const isKept = async () => SEGMENT_KEPT.includes(await this.#uint(child))
        if (child.id === ID.seekId && !(await isKept())) {
          this.#blankElement(seek)
          break
        }
        at = child.end
      }
    }
  }

  async #readTracks(tracks: SizedElement): Promise<void> {
    if (this.#tracks) refuse('the video lists its tracks twice')
    this.#tracks = new Map()
    for await (const entry of this.#kept(tracks, KEPT.tracks)) {
      let [number, type, codec] = [0, 0, '']
      const blanks = this.#parts.blanks.length
      for await (const child of this.#kept(entry, KEPT.trackEntry)) {
        if (child.id === ID.trackNumber) number = await this.#uint(child)
        if (child.id === ID.trackType) type = await this.#uint(child)
        if (child.id === ID.codecId) codec = await this.#text(child)
      }
      if (number === 0 || this.#tracks.has(number)) refuse('a track has no number of its own')
      if (type === SOUND_TRACK && !SOUND_CODECS.includes(codec))
        refuse('the sound uses a codec that browsers do not play')
      if (type === SOUND_TRACK || (type === VIDEO_TRACK && VIDEO_CODECS.includes(codec))) {
        this.#tracks.set(number, type)
      } else {
        this.#parts.blanks.length = blanks
        this.#blankElement(entry)
      }
    }
    if (![...this.#tracks.values()].includes(VIDEO_TRACK))
      refuse('the video has no picture in a codec that browsers play')
  }

  /** Returns where the cluster ends. One of unknown size ends before the next element of the segment. */
  async #readCluster(cluster: Element, segmentEnd: number): Promise<number> {
    const end = cluster.end ?? segmentEnd
    for (let at = cluster.body; at < end; ) {
      const child = await this.#element(at, end)
      if (cluster.end === null && SEGMENT_CHILDREN.includes(child.id)) return at
      const sized = needSize(child)
      if (!CLUSTER_KEPT.includes(sized.id)) this.#blankElement(sized)
      else if (sized.id === ID.simpleBlock && !(await this.#isOfKeptTrack(sized))) this.#blankElement(sized)
      else if (sized.id === ID.blockGroup) await this.#readBlockGroup(sized)
      at = sized.end
    }
    return end
  }

  async #readBlockGroup(group: SizedElement): Promise<void> {
    let isKept = false
    const blanks = this.#parts.blanks.length
    for await (const child of this.#kept(group, KEPT.blockGroup)) {
      if (child.id === ID.block) isKept = await this.#isOfKeptTrack(child)
    }
    if (isKept) return
    this.#parts.blanks.length = blanks
    this.#blankElement(group)
  }

  async #isOfKeptTrack(block: SizedElement): Promise<boolean> {
    if (!this.#tracks) return refuse('the tracks come after the pictures')
    const bytes = await this.#parts.read(block.body, 8)
    const number = varint(bytes.subarray(0, block.end - block.body), 0)?.value
    const type = number != null && this.#tracks.get(number)
    if (type === VIDEO_TRACK) this.#pictures++
    return Boolean(type)
  }

  /** Yields the children that players need, and blanks the others. */
  async *#kept(master: SizedElement, kept: readonly number[]): AsyncGenerator<SizedElement> {
    for (let at = master.body; at < master.end; ) {
      const child = await this.#sized(at, master.end)
      if (kept.includes(child.id)) yield child
      else this.#blankElement(child)
      at = child.end
    }
  }

  async #sized(start: number, limit: number): Promise<SizedElement> {
    return needSize(await this.#element(start, limit))
  }

  async #element(start: number, limit: number): Promise<Element> {
    if (++this.#elements > ELEMENTS_MAX) refuse('the video has too many elements')
    const head = this.#parts.held(start, HEADER_BYTES) ?? (await this.#parts.read(start, HEADER_BYTES))
    const id = varint(head, 0)
    const size = id && id.length <= 4 ? varint(head, id.length) : null
    if (!id || !size) return refuse('the video has a broken element')
    const body = start + id.length + size.length
    const end = size.value === null ? null : body + size.value
    if (body > limit || (end ?? 0) > limit) refuse('the video ended early')
    return { id: id.marked, start, body, end }
  }

  async #bytesOf({ body, end }: SizedElement, max: number): Promise<Uint8Array> {
    if (end - body > max) refuse('a field is too long')
    return this.#parts.read(body, end - body)
  }

  async #uint(element: SizedElement): Promise<number> {
    return (await this.#bytesOf(element, 8)).reduce((value, byte) => value * 256 + byte, 0)
  }

  async #text(element: SizedElement): Promise<string> {
    return String.fromCharCode(...(await this.#bytesOf(element, 64))).replace(/\0+$/, '')
  }

  async #float(element: SizedElement): Promise<number> {
    const bytes = await this.#bytesOf(element, 8)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (bytes.length === 4) return view.getFloat32(0)
    return bytes.length === 8 ? view.getFloat64(0) : Number.NaN
  }

  #blankElement({ id, start, body, end }: SizedElement): void {
    if (id !== ID.void || end > body) this.#blank(start, end)
  }

  #blank(start: number, end: number): void {
    this.#parts.blank(start, end - start, voidHead(end - start))
  }
}

const SEGMENT_KEPT: readonly number[] = KEPT.segment
const CLUSTER_KEPT: readonly number[] = KEPT.cluster

/** Makes the header of a `Void` element of `length` bytes. One byte cannot be an element. */
function voidHead(length: number): Uint8Array {
  if (length < 2) return new Uint8Array()
  if (length < 9) return Uint8Array.of(ID.void, 0x80 | (length - 2))
  const head = new Uint8Array(9)
  new DataView(head.buffer).setBigUint64(1, (1n << 56n) | BigInt(length - 9))
  head[0] = ID.void
  return head
}

function needSize(element: Element): SizedElement {
  const { end } = element
  return end === null ? refuse('an element has no size') : { ...element, end }
}

/**
 * Reads a number of 1 to 8 bytes, with (`marked`) and without the bits that mark its length. The value is null when all
 * its bits are set, which means "unknown". Returns null for bytes that are no such number.
 */
function varint(bytes: Uint8Array, at: number): { length: number; marked: number; value: number | null } | null {
  const first = bytes[at] ?? 0
  const length = Math.clz32(first) - 23
  if (first === 0 || at + length > bytes.length) return null
  const mask = 0xff >> length
  let [marked, value] = [first, first & mask]
  let isUnknown = value === mask
  for (let index = at + 1; index < at + length; index++) {
    const byte = bytes[index] ?? 0
    marked = marked * 256 + byte
    value = value * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return { length, marked, value: isUnknown ? null : value }
}
