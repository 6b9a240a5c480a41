import { VIDEO_MAX_HOURS } from '../../../contract/limits.ts'
import type { VideoParts } from './video-parts.ts'
import { refuse } from './zip.ts'

const MOOV_MAX_BYTES = 4_194_304
const MOOF_MAX_BYTES = 262_144
const BOXES_MAX = 50_000
/** More than any camera writes: picture, sounds, subtitles, places and metadata. */
const TRACKS_MAX = 32
/**
 * Chunks of all tracks, each of which takes up to 100 bytes of memory. Programs that alternate frames of picture and
 * sound write 60 a second, so an hour has 216,000.
 */
const CHUNKS_MAX = 250_000

const VIDEO_CODECS = ['avc1', 'avc3', 'hvc1', 'hev1', 'dvh1', 'dvhe', 'vp08', 'vp09', 'av01']
const SOUND_CODECS = ['mp4a', 'Opus', 'fLaC', 'alac', 'ac-3', 'ec-3', '.mp3']

/** Boxes of a file that players need. Others are blanked. */
const TOP_BOXES = ['ftyp', 'styp', 'moov', 'moof', 'mdat', 'sidx', 'ssix', 'mfra']
const FRAGMENT_BOXES = ['sbgp', 'sgpd', 'saiz', 'saio', 'sdtp']

/** Boxes inside others that players need. Others are blanked. */
const KEPT_BOXES: Readonly<Record<string, readonly string[]>> = {
  moov: ['mvhd', 'trak', 'mvex'],
  mvex: ['mehd', 'trex'],
  trak: ['tkhd', 'edts', 'mdia'],
  edts: ['elst'],
  mdia: ['mdhd', 'hdlr', 'minf'],
  minf: ['vmhd', 'smhd', 'dinf', 'stbl'],
  dinf: ['dref'],
  stbl: [
    ...['stsd', 'stts', 'ctts', 'cslg', 'stss', 'stsh', 'stps', 'padb'],
    ...['stsz', 'stsc', 'stco', 'co64'],
    ...FRAGMENT_BOXES,
  ],
  moof: ['mfhd', 'traf'],
  traf: ['tfhd', 'tfdt', 'trun', ...FRAGMENT_BOXES],
}
/** Boxes of a video's sample description that players need. */
const DESCRIPTION_BOXES = [
  ...['avcC', 'hvcC', 'lhvC', 'vpcC', 'av1C', 'esds', 'dvcC', 'dvvC', 'dvwC'],
  ...['pasp', 'clap', 'colr', 'fiel', 'btrt', 'mdcv', 'clli', 'SmDm', 'CoLL'],
]
/** Fields of a video's sample description, from the beginning of its body. */
const COMPRESSOR_NAME = { from: 42, to: 74 }
const DESCRIPTION_FIELDS_BYTES = 78

type Box = { type: string; start: number; body: number; end: number }
type Span = { start: number; end: number }

/**
 * Checks an MP4 as a container, and finds what is in it besides picture and sound: user data, metadata, unknown boxes,
 * other tracks, names, dates, and media data that no track uses. These parts become `free` boxes or zeros.
 * @throws AppError `bad_file`, and errors of reading.
 */
export async function readMp4(parts: VideoParts): Promise<void> {
  const media: Span[] = []
  let movie: Movie | undefined
  let fragments = 0
  for (let at = 0, count = 0; at < parts.fileBytes; count++) {
    if (count > BOXES_MAX) refuse('the video has too many boxes')
    const box = await topBox(parts, at)
    if (box.type === 'mdat') media.push({ start: box.body, end: box.end })
    else if (box.type === 'moov') {
      if (movie) refuse('the video has two moov boxes')
      movie = await readMovie(parts, box)
    } else if (box.type === 'moof') {
      fragments++
      await readFragment(parts, box)
    } else if (!TOP_BOXES.includes(box.type) && box.end > box.body) blankTopBox(parts, box)
    at = box.end
  }
  if (!movie) return refuse('the video has no moov box')
  if (movie.isFragmented && fragments === 0) refuse('the video has no fragments')
  if (!movie.isFragmented) blankUnused(parts, media, movie.samples)
}

/** Reads a header. What follows the last box that can be read counts as a box of no type up to the end. */
async function topBox(parts: VideoParts, start: number): Promise<Box> {
  const head = await parts.read(start, 16)
  const rest = { type: '', start, body: Math.min(start + 8, parts.fileBytes), end: parts.fileBytes }
  if (head.length < 8) return { ...rest, body: start }
  const box = boxAt(head, 0, head.length)
  const size = box && box.end === 0 ? parts.fileBytes - start : box?.end
  if (!box || size === undefined || start + size > parts.fileBytes) {
    return TOP_BOXES.includes(typeAt(head, 4)) ? refuse('the video ended early') : rest
  }
  return { type: box.type, start, body: start + box.body, end: start + size }
}

function blankTopBox(parts: VideoParts, { start, end }: Box): void {
  const head = new Uint8Array(8)
  if (end - start >= 8) {
    view(head).setUint32(0, end - start)
    head.set(FREE, 4)
  }
  parts.blank(start, end - start, head.subarray(0, end - start))
}

type Movie = { isFragmented: boolean; samples: Span[] }

async function readMovie(parts: VideoParts, { start, end, body }: Box): Promise<Movie> {
  if (end - start > MOOV_MAX_BYTES) refuse('the moov box is too large')
  const original = await parts.read(start, end - start)
  const bytes = original.slice()
  const moov = { type: 'moov', start: 0, body: body - start, end: bytes.length }
  const isFragmented = findBox(bytes, moov, 'mvex') !== undefined
  const tracks = [...boxesIn(bytes, moov)].filter(({ type }) => type === 'trak')
  if (tracks.length > TRACKS_MAX) refuse('the video has too many tracks')
  const kept = tracks.filter((trak) => isPlayable(bytes, trak))
  if (!kept.some((trak) => handlerOf(bytes, trak) === 'vide'))
    refuse('the video has no picture in a codec that browsers play')
  if (isFragmented && kept.length < tracks.length) refuse('the video has tracks that cannot be removed')
  checkDuration(bytes, needBox(bytes, moov, 'mvhd'), isFragmented)
  const samples: Span[] = []
  if (!isFragmented) for (const trak of kept) addSamples(samples, bytes, trak)
  for (const trak of tracks) if (!kept.includes(trak)) blankBox(bytes, trak)
  blankOthers(bytes, moov)
  if (!equalBytes(bytes, original)) parts.blank(start, bytes.length, bytes)
  return { isFragmented, samples }
}

async function readFragment(parts: VideoParts, { start, end, body }: Box): Promise<void> {
  if (end - start > MOOF_MAX_BYTES) refuse('a moof box is too large')
  const original = await parts.read(start, end - start)
  const bytes = original.slice()
  const moof = { type: 'moof', start: 0, body: body - start, end: bytes.length }
  needBox(bytes, moof, 'traf')
  blankOthers(bytes, moof)
  if (!equalBytes(bytes, original)) parts.blank(start, bytes.length, bytes)
}

/**
 * True for sound, and for a picture that browsers play. @throws AppError `bad_file` for sound that they do not play.
 */
function isPlayable(bytes: Uint8Array, trak: Box): boolean {
  const handler = handlerOf(bytes, trak)
  if (handler !== 'vide' && handler !== 'soun') return false
  const codecs = descriptionsOf(bytes, needBox(bytes, trak, 'mdia', 'minf', 'stbl', 'stsd')).map(({ type }) => type)
  const known = handler === 'vide' ? VIDEO_CODECS : SOUND_CODECS
  const isKnown = codecs.length > 0 && codecs.every((codec) => known.includes(codec))
  if (handler === 'soun' && !isKnown) refuse('the sound uses a codec that browsers do not play')
  return isKnown
}

const handlerOf = (bytes: Uint8Array, trak: Box) => typeAt(bytes, field(needBox(bytes, trak, 'mdia', 'hdlr'), 8))

const descriptionsOf = (bytes: Uint8Array, stsd: Box) => [...boxesIn(bytes, { ...stsd, body: stsd.body + 8 })]

function checkDuration(bytes: Uint8Array, mvhd: Box, isFragmented: boolean): void {
  const isLong = bytes[mvhd.body] === 1
  const timescale = uint32(bytes, field(mvhd, isLong ? 20 : 12))
  const at = field(mvhd, isLong ? 24 : 16)
  const duration = isLong ? uint64(bytes, field(mvhd, 24, 8)) : uint32(bytes, at)
  if (timescale === 0 || (duration === 0 && !isFragmented)) refuse('the video has no duration')
  if (duration > timescale * VIDEO_MAX_HOURS * 3600) refuse('the video claims an impossible duration')
}

/** Adds where the chunks of a track are. */
function addSamples(spans: Span[], bytes: Uint8Array, trak: Box): void {
  const table = needBox(bytes, trak, 'mdia', 'minf', 'stbl')
  const [sizes, groups] = [needBox(bytes, table, 'stsz'), needBox(bytes, table, 'stsc')]
  const long = findBox(bytes, table, 'co64')
  const offsets = long ?? needBox(bytes, table, 'stco')
  const sampleBytes = uint32(bytes, field(sizes, 4))
  const sampleCount = uint32(bytes, field(sizes, 8))
  const chunkCount = countAt(bytes, offsets, long ? 8 : 4)
  const groupCount = countAt(bytes, groups, 12)
  if (sampleBytes === 0) countAt(bytes, { ...sizes, body: sizes.body + 4 }, 4)
  if (sampleCount === 0 || chunkCount === 0 || groupCount === 0) refuse('a track is empty')
  if (spans.length + chunkCount > CHUNKS_MAX) refuse('the video has too many chunks')

  let sample = 0
  let group = -1
  for (let chunk = 0; chunk < chunkCount; chunk++) {
    const firstOf = (index: number) => uint32(bytes, groups.body + 8 + 12 * index)
    while (group + 1 < groupCount && firstOf(group + 1) <= chunk + 1) group++
    if (group < 0) refuse('a track does not list its first samples')
    const count = uint32(bytes, groups.body + 8 + 12 * group + 4)
    if (sample + count > sampleCount) refuse('a track lists more samples than it has')
    let length = sampleBytes * count
    if (sampleBytes === 0) {
      for (let index = sample; index < sample + count; index++) length += uint32(bytes, sizes.body + 12 + 4 * index)
    }
    sample += count
    const start = long ? uint64(bytes, offsets.body + 8 + 8 * chunk) : uint32(bytes, offsets.body + 8 + 4 * chunk)
    spans.push({ start, end: start + length })
  }
}

/** Reads the number of a table's entries, and checks that the box has room for them. */
function countAt(bytes: Uint8Array, table: Box, entryBytes: number): number {
  const count = uint32(bytes, field(table, 4))
  if (count * entryBytes > table.end - table.body - 8) refuse('a table is longer than its box')
  return count
}

/** Blanks the media data that no kept track uses. @throws AppError `bad_file` for samples outside the media data. */
function blankUnused(parts: VideoParts, media: readonly Span[], samples: readonly Span[]): void {
  const used = samples.filter(({ start, end }) => end > start).toSorted((a, b) => a.start - b.start)
  let next = 0
  for (const { start, end } of media) {
    let at = start
    for (let span = used[next]; span && span.start < end; span = used[++next]) {
      if (span.start < start || span.end > end) refuse('a sample is outside the media data')
      if (span.start > at) parts.blank(at, span.start - at)
      at = Math.max(at, span.end)
    }
    if (end > at) parts.blank(at, end - at)
  }
  if (next < used.length) refuse('a sample is outside the media data')
}

/** Blanks the boxes that players do not need, and names and dates in the others. */
function blankOthers(bytes: Uint8Array, parent: Box): void {
  for (const box of boxesIn(bytes, parent)) {
    if (!KEPT_BOXES[parent.type]?.includes(box.type)) blankBox(bytes, box)
    else if (KEPT_BOXES[box.type]) blankOthers(bytes, box)
    else blankFields(bytes, box)
  }
}

function blankFields(bytes: Uint8Array, box: Box): void {
  const { type, body, end } = box
  // Creation and modification time.
  if (['mvhd', 'tkhd', 'mdhd'].includes(type)) bytes.fill(0, body + 4, field(box, bytes[body] === 1 ? 20 : 12, 0))
  // The maker and name of the handler.
  if (type === 'hdlr') bytes.fill(0, body + 12, end)
  // A reference to another file: flags stay, its path goes.
  if (type === 'dref') {
    for (const entry of boxesIn(bytes, { ...box, body: body + 8 })) bytes.fill(0, entry.body + 4, entry.end)
  }
  if (type === 'stsd') {
    for (const entry of descriptionsOf(bytes, box)) {
      if (!VIDEO_CODECS.includes(entry.type)) continue
      bytes.fill(0, entry.body + COMPRESSOR_NAME.from, field(entry, COMPRESSOR_NAME.to))
      const inner = { ...entry, body: entry.body + DESCRIPTION_FIELDS_BYTES }
      for (const child of boxesIn(bytes, inner)) if (!DESCRIPTION_BOXES.includes(child.type)) blankBox(bytes, child)
    }
  }
}

const FREE = new TextEncoder().encode('free')

function blankBox(bytes: Uint8Array, { start, body, end }: Box): void {
  bytes.set(FREE, start + 4)
  bytes.fill(0, body, end)
}

/** Yields the boxes inside another. Zeroes a rest that is shorter than a header. */
function* boxesIn(bytes: Uint8Array, { body, end }: Box): Generator<Box> {
  let at = body
  while (at + 8 <= end) {
    const box = boxAt(bytes, at, end)
    if (!box || box.end === 0 || box.end > end) return refuse('a box is longer than the one around it')
    yield box
    at = box.end
  }
  bytes.fill(0, at, end)
}

/** Reads a header. `end` is 0 for a box up to the end of the file. Returns null for a size that no box has. */
function boxAt(bytes: Uint8Array, start: number, limit: number): Box | null {
  const type = typeAt(bytes, start + 4)
  const size = uint32(bytes, start)
  if (size === 0) return { type, start, body: start + 8, end: 0 }
  if (size !== 1) return size < 8 ? null : { type, start, body: start + 8, end: start + size }
  if (start + 16 > limit) return null
  const longSize = uint64(bytes, start + 8)
  return longSize < 16 ? null : { type, start, body: start + 16, end: start + longSize }
}

function findBox(bytes: Uint8Array, parent: Box, ...path: readonly string[]): Box | undefined {
  let box: Box | undefined = parent
  for (const type of path) {
    if (!box) return undefined
    box = [...boxesIn(bytes, box)].find((child) => child.type === type)
  }
  return box
}

function needBox(bytes: Uint8Array, parent: Box, ...path: readonly string[]): Box {
  return findBox(bytes, parent, ...path) ?? refuse(`the video has no ${path.join('/')} in ${parent.type}`)
}

/** Returns the position of a field, and checks that the box has room for it. */
function field({ body, end }: Box, at: number, length = 4): number {
  return body + at + length <= end ? body + at : refuse('a box is too short')
}

const equalBytes = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, at) => byte === b[at])
const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const uint32 = (bytes: Uint8Array, at: number) => view(bytes).getUint32(at)
const uint64 = (bytes: Uint8Array, at: number) => Number(view(bytes).getBigUint64(at))
const typeAt = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))
