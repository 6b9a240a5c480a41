import { concatBytes } from '../../contract/bytes.ts'

type Bytes = Uint8Array<ArrayBuffer>
const text = (value: string): Bytes => Uint8Array.from(value, (letter) => letter.charCodeAt(0))
const zeros = (length: number): Bytes => new Uint8Array(length)

export function uint32(...values: readonly number[]): Bytes {
  const bytes = zeros(4 * values.length)
  const view = new DataView(bytes.buffer)
  for (const [index, value] of values.entries()) view.setUint32(4 * index, value)
  return bytes
}

/** A box of an MP4. */
export function box(type: string, ...content: readonly Uint8Array[]): Bytes {
  const body = concatBytes(...content)
  return concatBytes(uint32(body.length + 8), text(type), body)
}

/** A box whose size has 64 bits. */
export function longBox(type: string, ...content: readonly Uint8Array[]): Bytes {
  const body = concatBytes(...content)
  return concatBytes(uint32(1), text(type), uint32(0, body.length + 16), body)
}

type Track = { handler: string; codec: string; samples: readonly Uint8Array[]; extra?: Uint8Array; name?: string }
type Mp4 = {
  tracks: readonly Track[]
  /** In seconds. */
  duration: number
  /** Times of creation, in seconds. */
  created: number
  before: Uint8Array
  after: Uint8Array
  inMovie: Uint8Array
  /** Media data that no track uses. */
  unused: Uint8Array
  isLong: boolean
}

const noise = (bytes: number) => crypto.getRandomValues(zeros(bytes))

function trackBox(
  { handler, codec, samples, extra = zeros(0), name = '' }: Track,
  mp4: Mp4,
  offsets: readonly number[],
) {
  const description = handler === 'vide' ? box(codec, zeros(78)) : box(codec, zeros(28))
  const chunks = mp4.isLong
    ? box('co64', uint32(0, offsets.length, ...offsets.flatMap((offset) => [0, offset])))
    : box('stco', uint32(0, offsets.length, ...offsets))
  const table = box(
    'stbl',
    box('stsd', uint32(0, 1), description),
    box('stts', uint32(0, 1, samples.length, 1000)),
    box('stsc', uint32(0, 1, 1, 1, 1)),
    box('stsz', uint32(0, 0, samples.length, ...samples.map((sample) => sample.length))),
    chunks,
  )
  return box(
    'trak',
    box('tkhd', uint32(7, mp4.created, mp4.created, 1, 0, 1000 * mp4.duration), zeros(60)),
    box(
      'mdia',
      box('mdhd', uint32(0, mp4.created, mp4.created, 1000, 1000 * mp4.duration, 0)),
      box('hdlr', uint32(0, 0), text(handler), zeros(12), text(`${name}\0`)),
      box('minf', box('dinf', box('dref', uint32(0, 1), box('url ', uint32(1)))), table),
    ),
    extra,
  )
}

/** An MP4 with the movie before the media data, each sample in a chunk of its own, track after track. */
export function mp4With(options: Partial<Mp4> = {}): Bytes {
  const file: Mp4 = {
    ...{ tracks: [{ handler: 'vide', codec: 'avc1', samples: [noise(400)] }] },
    ...{
      duration: 2,
      created: 0,
      before: zeros(0),
      after: zeros(0),
      inMovie: zeros(0),
      unused: zeros(0),
      isLong: false,
    },
    ...options,
  }
  const movieAt = (mediaStart: number) => {
    let at = mediaStart
    const traks = file.tracks.map((track) => {
      const offsets = track.samples.map((sample) => {
        at += sample.length
        return at - sample.length
      })
      return trackBox(track, file, offsets)
    })
    const header = box('mvhd', uint32(0, file.created, file.created, 1000, 1000 * file.duration), zeros(80))
    return box('moov', header, ...traks, file.inMovie)
  }
  const samples = file.tracks.flatMap((track) => track.samples)
  const head = concatBytes(box('ftyp', text('isom'), uint32(512), text('isommp41')), file.before)
  const movie = movieAt(head.length + movieAt(0).length + (file.isLong ? 16 : 8))
  const media = (file.isLong ? longBox : box)('mdat', ...samples, file.unused)
  return concatBytes(head, movie, media, file.after)
}

/** An MP4 with noise as its picture. */
export const mp4 = (bytes = 4000) => mp4With({ tracks: [{ handler: 'vide', codec: 'avc1', samples: [noise(bytes)] }] })

/** An element of a WebM; its id in hex. Without a size where `isUnknown`. */
export function element(id: string, content: Uint8Array | readonly Uint8Array[], isUnknown = false): Bytes {
  const body = content instanceof Uint8Array ? content : concatBytes(...content)
  const size = isUnknown ? uint32(0x01ffffff, 0xffffffff) : uint32(0x01000000, body.length)
  return concatBytes(
    Uint8Array.from(id.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)),
    size,
    body,
  )
}

type Webm = {
  codec: string
  /** In milliseconds; null as in recordings of browsers. */
  duration: number | null
  isUnknown: boolean
  inInfo: Uint8Array
  inTracks: Uint8Array
  inCluster: Uint8Array
  before: Uint8Array
  after: Uint8Array
  picture: Uint8Array
}

/** A WebM of one track, with one cluster. */
export function webmWith(options: Partial<Webm> = {}): Bytes {
  const file: Webm = {
    ...{ codec: 'V_VP8', duration: 2000, isUnknown: false, inInfo: zeros(0), inTracks: zeros(0), inCluster: zeros(0) },
    ...{ before: zeros(0), after: zeros(0), picture: noise(400) },
    ...options,
  }
  const duration = zeros(4)
  if (file.duration !== null) new DataView(duration.buffer).setFloat32(0, file.duration)
  const info = element('1549a966', [
    element('2ad7b1', uint32(1_000_000)),
    file.duration === null ? zeros(0) : element('4489', duration),
    file.inInfo,
  ])
  const track = webmTrack(1, 1, file.codec)
  const cluster = [element('e7', uint32(0)), webmBlock(1, file.picture), file.inCluster]
  return concatBytes(
    concatBytes(Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84), text('webm')),
    element(
      '18538067',
      [
        info,
        element('1654ae6b', [track, file.inTracks]),
        file.before,
        element('1f43b675', cluster, file.isUnknown),
        file.after,
      ],
      file.isUnknown,
    ),
  )
}

export const webmTrack = (number: number, type: number, codec: string, extra: Uint8Array = zeros(0)) =>
  element('ae', [element('d7', uint32(number)), element('83', uint32(type)), element('86', text(codec)), extra])

export const webmBlock = (track: number, content: Uint8Array) =>
  element('a3', [Uint8Array.of(0x80 | track, 0, 0, 0x80), content])

/** A WebM with noise as its picture. */
export const webm = (bytes = 4000) => webmWith({ picture: noise(bytes) })
