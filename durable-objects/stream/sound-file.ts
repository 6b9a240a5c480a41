type Bytes = Uint8Array<ArrayBuffer>

/**
 * Maximum duration of a sound file. Publishers record about a second per file, and more while their browser is busy.
 */
const SOUND_FILE_MAX_MS = 3000
const CHANNELS_MAX = 2
/** Minimum length of a file with a complete header. */
const SHORTEST_BYTES = 32

/**
 * True for a file as `MediaRecorder` writes it, Opus in Ogg or WebM or AAC in MP4, that decodes to at most
 * `SOUND_FILE_MAX_MS` in one or two channels. Other bytes could become gigabytes of samples in a viewer's browser.
 */
export function isSoundFile(file: Bytes): boolean {
  if (file.length < SHORTEST_BYTES) return false
  const first = view(file).getUint32(0)
  if (first === OGG_PAGE) return isOpus(oggPackets(file))
  if (first === EBML.header) return isOpus(webmPackets(file))
  return isShortMp4(file)
}

const view = ({ buffer, byteOffset, byteLength }: Bytes) => new DataView(buffer, byteOffset, byteLength)
const ascii = (bytes: Bytes, at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length))

/** The packets of an Opus track: its header, then the sound. Null if the file does not have the expected form. */
type OpusTrack = { head: Bytes; sounds: readonly Bytes[] } | null

function isOpus(track: OpusTrack): boolean {
  if (!track) return false
  const { head, sounds } = track
  // Version 1, and mapping family 0, which has one or two channels.
  const isHead = head.length === 19 && ascii(head, 0, 8) === 'OpusHead' && head[8] === 1 && head[18] === 0
  const channels = head[9] ?? 0
  if (!isHead || channels < 1 || channels > CHANNELS_MAX) return false
  return sounds.reduce((sum, packet) => sum + opusMs(packet), 0) <= SOUND_FILE_MAX_MS
}

const SILK_MS = [10, 20, 40, 60]
const HYBRID_MS = [10, 20]
const CELT_MS = [2.5, 5, 10, 20]
const PACKET_MAX_MS = 120

/** The duration of a packet, from its first bytes (RFC 6716, 3.1). Infinite for a malformed packet. */
function opusMs(packet: Bytes): number {
  const [toc, counts = 0] = packet
  if (toc === undefined) return Number.POSITIVE_INFINITY
  const config = toc >> 3
  const frameMs = (config < 12 ? SILK_MS[config % 4] : config < 16 ? HYBRID_MS[config % 2] : CELT_MS[config % 4]) ?? 0
  const frames = [1, 2, 2, counts & 0x3f][toc & 3] ?? 0
  const ms = frames * frameMs
  return ms > 0 && ms <= PACKET_MAX_MS ? ms : Number.POSITIVE_INFINITY
}

/** `OggS`. */
const OGG_PAGE = 0x4f676753
const PAGE_HEADER_BYTES = 27
const LACING_FULL = 255

/** Reads one logical stream of pages (RFC 3533), with the packets of RFC 7845. */
function oggPackets(file: Bytes): OpusTrack {
  const packets: Bytes[] = []
  let open: Bytes[] = []
  let pages = 0
  const serial = file.length > PAGE_HEADER_BYTES ? view(file).getUint32(14) : 0
  for (let at = 0; at < file.length; ) {
    if (at + PAGE_HEADER_BYTES > file.length) return null
    const page = view(file.subarray(at))
    const isFirst = at === 0
    if (page.getUint32(0) !== OGG_PAGE || page.getUint8(4) !== 0 || page.getUint32(14) !== serial) return null
    if (((page.getUint8(5) & 2) !== 0) !== isFirst) return null
    if (((page.getUint8(5) & 1) !== 0) !== open.length > 0) return null
    const lengths = file.subarray(at + PAGE_HEADER_BYTES, at + PAGE_HEADER_BYTES + page.getUint8(26))
    at += PAGE_HEADER_BYTES + page.getUint8(26)
    pages++
    for (const length of lengths) {
      open.push(file.subarray(at, at + length))
      at += length
      if (length === LACING_FULL) continue
      packets.push(joined(open))
      open = []
    }
    if (at > file.length) return null
  }
  // After a page with a wrong checksum, a reader searches for the next one inside its body.
  if (countOf(file, [OGG_PAGE]) !== pages) return null
  const [head, tags, ...sounds] = packets
  return head && tags && ascii(tags, 0, 8) === 'OpusTags' ? { head, sounds } : null
}

function joined(parts: readonly Bytes[]): Bytes {
  return new Uint8Array(parts.flatMap((part) => [...part]))
}

const EBML = {
  /** The level of the file itself, which has no id. */
  file: 0,
  header: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  encodings: 0x6d80,
  cluster: 0x1f43b675,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  tags: 0x1254c367,
  void: 0xec,
} as const
/** The masters whose elements are read, with the masters that contain them. */
const EBML_PARENTS: ReadonlyMap<number, number> = new Map([
  [EBML.segment, EBML.file],
  [EBML.tracks, EBML.segment],
  [EBML.trackEntry, EBML.tracks],
  [EBML.cluster, EBML.segment],
  [EBML.blockGroup, EBML.cluster],
])
/** The elements that are accepted in the upper masters. Others could point a reader elsewhere in the file. */
const EBML_CHILDREN: ReadonlyMap<number, readonly number[]> = new Map([
  [EBML.file, [EBML.header, EBML.segment]],
  [EBML.segment, [EBML.info, EBML.tracks, EBML.tags, EBML.cluster, EBML.void]],
  [EBML.tracks, [EBML.trackEntry]],
])
const TOP_ID_MIN = 0x1000_0000
/** `SeekHead`, `Cues`, `Attachments` and `Chapters`, which are not accepted as elements. */
const EBML_INDEXES = [0x114d9b74, 0x1c53bb6b, 0x1941a469, 0x1043a770]
/** After an error, a reader searches for the next of these ids, byte by byte. */
const RESYNC_IDS: readonly number[] = [EBML.info, EBML.tracks, EBML.cluster, EBML.tags, ...EBML_INDEXES]
/** Behind the beginning of a longer header, a reader could take the file for another format. */
const EBML_HEADER_MAX_BYTES = 64
const NUMBER_MAX_BYTES = 8
const LACING_FLAGS = 0x06

/** Reads the only track of a WebM. The segment and its clusters may be of unknown size. */
function webmPackets(file: Bytes): OpusTrack {
  const [sounds, heads, codecs]: [Bytes[], Bytes[], string[]] = [[], [], []]
  let [tracks, resyncs]: [number, number] = [0, 0]
  const accepts = (master: number, id: number, body: Bytes): boolean => {
    if (master === EBML.file) return id === EBML.header && body.length <= EBML_HEADER_MAX_BYTES
    if (master === EBML.trackEntry) {
      if (id === EBML.codecId) codecs.push(ascii(body, 0, body.length))
      if (id === EBML.codecPrivate) heads.push(body)
      return id !== EBML.encodings
    }
    if (master === EBML.segment || id === EBML.void) return true
    if (id !== (master === EBML.cluster ? EBML.simpleBlock : EBML.block)) return body.length <= NUMBER_MAX_BYTES
    sounds.push(body.subarray(4))
    // A track number of one byte, a time, and flags.
    return body.length >= 5 && (body[0] ?? 0) >= 0x80 && ((body[3] ?? 0) & LACING_FLAGS) === 0
  }
  /** Returns the end of a master's elements; null if one of them is not accepted. */
  const read = (master: number, from: number, to: number, isOpen: boolean): number | null => {
    let at = from
    while (at < to) {
      const id = vint(file, at, 4, true)
      const size = id && vint(file, id.end, 8, false)
      if (!id || !size) return null
      // A cluster of unknown size ends before the next element of the segment.
      if (isOpen && master === EBML.cluster && id.value >= TOP_ID_MIN) return at
      if (!(EBML_CHILDREN.get(master)?.includes(id.value) ?? id.value < TOP_ID_MIN)) return null
      if (RESYNC_IDS.includes(id.value)) resyncs++
      const isUnknown = size.isMax && (id.value === EBML.segment || id.value === EBML.cluster)
      const end = isUnknown ? to : size.end + size.value
      if (end > to || (size.isMax && !isUnknown)) return null
      if (id.value === EBML.trackEntry) tracks++
      const isMaster = EBML_PARENTS.get(id.value) === master
      if (!isMaster && !accepts(master, id.value, file.subarray(size.end, end))) return null
      const next = isMaster ? read(id.value, size.end, end, isUnknown) : end
      if (next === null) return null
      at = next
    }
    return at
  }
  const isRead = read(EBML.file, 0, file.length, false) !== null && countOf(file, RESYNC_IDS) === resyncs
  const [head] = heads
  const isOneTrack = tracks === 1 && heads.length === 1 && codecs.length === 1 && codecs[0] === 'A_OPUS'
  return isRead && isOneTrack && head ? { head, sounds } : null
}

/** The number of places in a file with one of these four bytes. */
function countOf(file: Bytes, words: readonly number[]): number {
  let [count, word]: [number, number] = [0, 0]
  for (const [at, byte] of file.entries()) {
    word = ((word << 8) | byte) >>> 0
    if (at >= 3 && words.includes(word)) count++
  }
  return count
}

/** A number of variable length. `isMax` if all its bits are set, which means an unknown size. */
type Vint = { value: number; end: number; isMax: boolean }

/** Reads a number of variable length (RFC 8794, 4). Its length marker is kept in an id. */
function vint(file: Bytes, at: number, bytesMax: number, isId: boolean): Vint | null {
  const first = file[at] ?? 0
  const length = Math.clz32(first) - 23
  if (first === 0 || length > bytesMax || at + length > file.length) return null
  const mask = 0xff >> length
  const others = file.subarray(at + 1, at + length)
  let value = isId ? first : first & mask
  for (const byte of others) value = value * 256 + byte
  const isMax = (first & mask) === mask && others.every((byte) => byte === 0xff)
  return { value, end: at + length, isMax }
}

/** Maximum number of AAC units. Three seconds at 48 kHz have 141; a unit has at most 2,048 samples per channel. */
const AAC_UNITS_MAX = 150
const MP4_MASTERS = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'mvex', 'moof', 'traf', 'edts']
/** The sample table is the deepest: `moov`, `trak`, `mdia`, `minf`, `stbl`. */
const DEPTH_MAX = 5
const MP4_TOP = ['ftyp', 'styp', 'free', 'moov', 'moof', 'mdat', 'mfra', 'sidx']
/**
 * The only accepted parent of each box that decides what is decoded. A lenient reader would find these boxes elsewhere
 * too.
 */
const MP4_PARENTS: Readonly<Record<string, string>> = {
  ...{ trak: 'moov', mvex: 'moov', traf: 'moof', stsd: 'stbl', stsz: 'stbl', trun: 'traf', mdat: '' },
}
const MP4_HIDDEN = ['moov', 'moof', 'trak', 'traf', 'stbl', 'stsd', 'stsz', 'stz2', 'trun']

/** True if the body of a box that is not read names one that would have to be counted. */
function hidesBox(body: Bytes): boolean {
  const text = ascii(body, 0, body.length)
  return MP4_HIDDEN.some((type) => text.includes(type))
}

const AAC_DESCRIPTION_BYTES = 28
const MPEG4_AUDIO = 0x40
/** AAC-LC, and the same with the high frequencies (SBR) or the second channel (PS) made from it. */
const AAC_KINDS = [2, 5, 29]
const OTHER_RATE = 15
/** Further boxes from which a reader could take the codec. */
const CODEC_BOXES = ['esds', 'wave', 'frma', 'enda', 'glbl', 'dfLa', 'dOps', 'alac', 'sinf']

/**
 * True if the boxes of an `mp4a` begin with an `esds` (ISO 14496-1, 7.2.6) that describes AAC, and no other names a
 * codec. A unit of another codec, such as FLAC, has up to 65,535 samples.
 */
function describesAac(boxes: Bytes): boolean {
  if (boxes.length < AAC_DESCRIPTION_BYTES || ascii(boxes, 4, 4) !== 'esds') return false
  const others = ascii(boxes, 8, boxes.length)
  if (CODEC_BOXES.some((type) => others.includes(type))) return false
  // A descriptor is a tag, a length in bytes of which all but the last have the high bit, and a body.
  const bodyOf = (tag: number, at: number) => {
    if (boxes[at] !== tag) return boxes.length
    let body = at + 1
    while ((boxes[body] ?? 0) >= 0x80) body++
    return body + 1
  }
  // The stream has a number and flags, none of which adds a field.
  const stream = bodyOf(3, 12)
  if (((boxes[stream + 2] ?? 0xff) & 0xe0) !== 0) return false
  const decoder = bodyOf(4, stream + 3)
  const [first = 0, second = 0] = boxes.subarray(bodyOf(5, decoder + 13))
  const rate = ((first & 7) << 1) | (second >> 7)
  return boxes[decoder] === MPEG4_AUDIO && AAC_KINDS.includes(first >> 3) && rate !== OTHER_RATE
}

/** Counts the units of an MP4 with one track of AAC, whole or in fragments. */
function isShortMp4(file: Bytes): boolean {
  // Behind another first box, a reader could take the file for another format.
  if (ascii(file, 4, 4) !== 'ftyp') return false
  let [units, tracks, descriptions]: [number, number, number] = [0, 0, 0]
  const read = (parent: string, from: number, to: number, depth: number): boolean => {
    if (depth > DEPTH_MAX) return false
    for (let at = from; at < to; ) {
      if (at + 8 > to) return false
      const length = view(file).getUint32(at)
      const type = ascii(file, at + 4, 4)
      const end = at + length
      if (length < 8 || end > to || (depth === 0 && !MP4_TOP.includes(type))) return false
      if (type === 'stz2' || (MP4_PARENTS[type] ?? parent) !== parent) return false
      const isMaster = MP4_MASTERS.includes(type)
      if (!isMaster && type !== 'mdat' && hidesBox(file.subarray(at + 8, end))) return false
      const field = (offset: number) => (at + offset + 4 <= end ? view(file).getUint32(at + offset) : Number.NaN)
      if (type === 'trak') tracks++
      if (type === 'stsz') units += field(16)
      if (type === 'trun') units += field(12)
      if (type === 'elst' && field(12) > 1) return false
      // Only AAC of one or two channels, in the version without other counts of them.
      if (type === 'stsd') {
        const [version, channels] = [field(32) >>> 16, field(40) >>> 16]
        const isKnown =
          field(12) === 1 &&
          ascii(file, at + 20, 4) === 'mp4a' &&
          version === 0 &&
          describesAac(file.subarray(at + 52, end))
        descriptions += isKnown && channels >= 1 && channels <= CHANNELS_MAX ? 1 : 2
      }
      if (isMaster && !read(type, at + 8, end, depth + 1)) return false
      at = end
    }
    return true
  }
  return read('', 0, file.length, 0) && tracks === 1 && descriptions === 1 && units > 0 && units <= AAC_UNITS_MAX
}
