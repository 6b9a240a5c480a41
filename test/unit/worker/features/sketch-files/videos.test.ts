import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { strFromU8, strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { concatBytes } from '../../../../../contract/bytes.ts'
import { readVideo } from '../../../../../worker/features/sketch-files/read-video.ts'
import { overwrite } from '../../../../../worker/features/sketch-files/video-parts.ts'
import { videoType } from '../../../../../worker/features/sketch-files/video-type.ts'
import { AppError } from '../../../../../worker/lib/app-error.ts'
import { box, element, longBox, mp4With, uint32, webmBlock, webmTrack, webmWith } from '../../../../support/videos.ts'

const READS_MAX = 100
const SECRET = strToU8('Secret+50.0755+014.4378/')
const picture = strToU8('the picture of a video')
const video = { handler: 'vide', codec: 'avc1', samples: [picture] }

/** Reads a video and overwrites what has to go. Counts the reads. */
async function cleaned(file: Uint8Array, chunkBytes = 1000): Promise<Uint8Array> {
  let reads = 0
  const read = async (offset: number, length: number) => {
    expect(++reads).toBeLessThanOrEqual(READS_MAX)
    return file.slice(offset, offset + length)
  }
  const contentType = videoType(file)
  if (!contentType) throw new AppError('bad_file')
  const blanks = await readVideo(read, { bytes: file.length, contentType })
  const chunks = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < file.length; at += chunkBytes) controller.enqueue(file.slice(at, at + chunkBytes))
      controller.close()
    },
  })
  return new Uint8Array(await new Response(chunks.pipeThrough(overwrite(blanks))).arrayBuffer())
}

async function cleanedText(file: Uint8Array): Promise<string> {
  const output = await cleaned(file)
  expect(output).toHaveLength(file.length)
  return strFromU8(output, true)
}

/** Returns the reason why a video is refused, or null. */
async function refusal(file: Uint8Array): Promise<string | null> {
  try {
    await cleaned(file)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    expect(error.code).toBe('bad_file')
    return error.message
  }
}

/** A track of sound with this many chunks, all at the beginning of the file. */
function trackOfChunks(count: number): Uint8Array {
  const table = box(
    'stbl',
    box('stsd', uint32(0, 1), box('mp4a', new Uint8Array(28))),
    box('stsc', uint32(0, 1, 1, 1, 1)),
    box('stsz', uint32(0, 1, count)),
    box('stco', uint32(0, count), new Uint8Array(4 * count)),
  )
  return box('trak', box('mdia', box('hdlr', uint32(0, 0), strToU8('soun')), box('minf', table)))
}

const realVideo = (name: string) => new Uint8Array(readFileSync(join(import.meta.dirname, 'videos', name)))
const REAL_VIDEOS = [
  'ffmpeg.mp4',
  'ffmpeg-subtitles.mp4',
  'ffmpeg-fragments.mp4',
  'chromium.mp4',
  'ffmpeg-live.webm',
  'ffmpeg-subtitles.webm',
  'chromium.webm',
]

describe('videos of real programs', () => {
  it.each(REAL_VIDEOS)('location, title, artist, subtitles and dates are removed: %s', async (name) => {
    expect(await cleanedText(realVideo(name))).not.toMatch(/Secret|50\.07|Handler|2024-05/)
  })

  it.each(REAL_VIDEOS)('a clean video stays as it is: %s', async (name) => {
    const clean = await cleaned(realVideo(name))
    expect(await cleaned(clean)).toEqual(clean)
  })

  it('a damaged video is read or refused, within a number of reads', async () => {
    const change = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255))
    const edits = fc.array(change, { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...REAL_VIDEOS),
        edits,
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (name, changes, kept) => {
          const file = realVideo(name)
          // Structure is at the beginning and, in MP4, at the end.
          for (const [place, byte] of changes) {
            const at = Math.floor(place * 2000)
            file[byte % 2 === 0 ? at : file.length - 1 - at] = byte
          }
          await refusal(file)
          await refusal(file.slice(0, Math.floor(kept * file.length)))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('a video is overwritten alike in chunks of any length', async () => {
    const file = realVideo('ffmpeg-subtitles.mp4')
    const whole = await cleaned(file, file.length)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: file.length }), async (chunkBytes) => {
        expect(await cleaned(file, chunkBytes)).toEqual(whole)
      }),
      { numRuns: 30 },
    )
  })
})

describe('MP4', () => {
  it.each([
    ['user data of the movie', mp4With({ inMovie: box('udta', box('\xa9xyz', SECRET)) })],
    ['metadata of the movie', mp4With({ inMovie: box('meta', SECRET) })],
    ['user data of a track', mp4With({ tracks: [{ ...video, extra: box('udta', SECRET) }] })],
    ['the name of a track', mp4With({ tracks: [{ ...video, name: 'Secret camera' }] })],
    ['XMP', mp4With({ after: box('uuid', strToU8('be7acfcb97a942e8'), SECRET) })],
    ['metadata of the file', mp4With({ before: box('meta', SECRET) })],
    ['an unknown box', mp4With({ before: longBox('gps ', SECRET) })],
    ['free space', mp4With({ after: box('free', SECRET) })],
    ['bytes after the last box', mp4With({ after: concatBytes(strToU8('\xff\xff\xff\xff', true), SECRET) })],
    ['media data that no track uses', mp4With({ unused: SECRET })],
    ['a metadata track', mp4With({ tracks: [video, { handler: 'meta', codec: 'gpmd', samples: [SECRET] }] })],
    [
      'a metadata track of a file with 64-bit offsets',
      mp4With({ isLong: true, tracks: [{ handler: 'meta', codec: 'mebx', samples: [SECRET] }, video] }),
    ],
  ])('nothing hidden stays in an MP4: %s', async (_name, file) => {
    expect(await cleanedText(file)).not.toContain('Secret')
  })

  it('the times of creation are removed', async () => {
    const file = mp4With({ created: 0x53656372 })
    expect(strFromU8(file, true)).toContain('Secr')
    expect(await cleanedText(file)).not.toContain('Secr')
  })

  it('blanking leaves picture and sound', async () => {
    const sound = { handler: 'soun', codec: 'mp4a', samples: [strToU8('first sound'), strToU8('second sound')] }
    const hidden = { handler: 'meta', codec: 'gpmd', samples: [SECRET] }
    const options = { tracks: [video, hidden, sound], inMovie: box('udta', SECRET), unused: SECRET }
    const text = await cleanedText(mp4With(options))
    for (const sample of [picture, ...sound.samples]) expect(text).toContain(strFromU8(sample))
  })

  it('a video without anything hidden stays as it is', async () => {
    const file = mp4With({ tracks: [video], before: longBox('free') })
    expect(await cleaned(file)).toEqual(file)
  })

  const sound = { handler: 'soun', codec: 'mp4a', samples: [picture] }
  it.each([
    ['has no movie', box('ftyp', strToU8('isom')), 'no moov'],
    ['has two movies', mp4With({ after: box('moov') }), 'two moov'],
    ['has sound alone', mp4With({ tracks: [sound] }), 'no picture'],
    ['uses a codec that browsers do not play', mp4With({ tracks: [{ ...video, codec: 'mjpg' }] }), 'no picture'],
    ['has sound that browsers do not play', mp4With({ tracks: [video, { ...sound, codec: 'twos' }] }), 'the sound'],
    ['has no duration', mp4With({ duration: 0 }), 'no duration'],
    ['claims to last for weeks', mp4With({ duration: 2_000_000 }), 'impossible duration'],
    ['has no samples', mp4With({ tracks: [{ ...video, samples: [] }] }), 'empty'],
    ['ended early', mp4With().subarray(0, -100), 'ended early'],
    ['says that it has fragments, and has none', mp4With({ inMovie: box('mvex') }), 'no fragments'],
    [
      'has metadata tracks in fragments',
      mp4With({ inMovie: box('mvex'), tracks: [video, { ...video, handler: 'meta' }] }),
      'tracks that cannot be removed',
    ],
    [
      'has more boxes than a video needs',
      mp4With({ after: concatBytes(...Array(50_001).fill(box('free'))) }),
      'too many',
    ],
    ['has more tracks than a video needs', mp4With({ tracks: Array(33).fill(video) }), 'too many tracks'],
    ['has more chunks than a video needs', mp4With({ inMovie: trackOfChunks(250_001) }), 'too many chunks'],
    ['has a movie of megabytes', mp4With({ inMovie: box('udta', new Uint8Array(4_194_304)) }), 'too large'],
  ])('a video that %s is refused', async (_name, file, reason) => {
    expect(await refusal(file)).toContain(reason)
  })

  it('a video lasts up to 24 hours', async () => {
    expect(await refusal(mp4With({ duration: 86_400 }))).toBeNull()
    expect(await refusal(mp4With({ duration: 86_401 }))).toContain('impossible duration')
  })
})

describe('WebM', () => {
  const attachments = element('1941a469', SECRET)
  it.each([
    ['tags', webmWith({ after: element('1254c367', SECRET) })],
    ['tags after pictures of unknown size', webmWith({ isUnknown: true, after: element('1254c367', SECRET) })],
    ['attachments before the pictures', webmWith({ before: attachments })],
    ['chapters', webmWith({ before: element('1043a770', SECRET) })],
    ['a title', webmWith({ inInfo: element('7ba9', SECRET) })],
    ['a short unknown element', webmWith({ before: strToU8('\x81\x86Secret', true) })],
    ['space', webmWith({ inCluster: element('ec', SECRET) })],
    ['an unknown element between pictures', webmWith({ inCluster: element('bf', SECRET) })],
    ['bytes after the segment', concatBytes(webmWith(), SECRET)],
    [
      'a subtitle track',
      webmWith({
        inTracks: webmTrack(2, 17, 'D_WEBVTT/METADATA', element('536e', SECRET)),
        inCluster: webmBlock(2, SECRET),
      }),
    ],
    [
      'a subtitle in a group of blocks',
      webmWith({
        inTracks: webmTrack(2, 17, 'D_WEBVTT/SUBTITLES'),
        inCluster: element('a0', [element('a1', [strToU8('\x82\0\0\0', true), SECRET]), element('9b', uint32(9))]),
      }),
    ],
  ])('nothing hidden stays in a WebM: %s', async (_name, file) => {
    expect(await cleanedText(file)).not.toContain('Secret')
  })

  it('a search index does not lead to what was blanked', async () => {
    const seek = (id: number[]) => element('4dbb', [element('53ab', Uint8Array.from(id)), element('53ac', uint32(1))])
    const [tags, cues] = [seek([0x12, 0x54, 0xc3, 0x67]), seek([0x1c, 0x53, 0xbb, 0x6b])]
    const text = await cleanedText(webmWith({ before: element('114d9b74', [tags, cues]) }))
    expect(text).not.toContain('\x12\x54\xc3\x67')
    expect(text).toContain('\x1c\x53\xbb\x6b')
  })

  it('blanking leaves the pictures', async () => {
    expect(await cleanedText(webmWith({ picture, before: attachments }))).toContain(strFromU8(picture))
  })

  it('a recording of a browser, without sizes and duration, stays as it is', async () => {
    const file = webmWith({ isUnknown: true, duration: null })
    expect(await cleaned(file)).toEqual(file)
  })

  it.each([
    ['uses a codec that browsers do not play', webmWith({ codec: 'V_MPEG2' }), 'no picture'],
    ['has sound that browsers do not play', webmWith({ inTracks: webmTrack(2, 2, 'A_AC3') }), 'the sound'],
    ['has two tracks of one number', webmWith({ inTracks: webmTrack(1, 1, 'V_VP8') }), 'number'],
    ['lists its tracks twice', webmWith({ before: element('1654ae6b', []) }), 'twice'],
    ['has no duration', webmWith({ duration: 0 }), 'no duration'],
    ['claims to last for weeks', webmWith({ duration: 2e9 }), 'impossible duration'],
    ['ended early', webmWith().subarray(0, -100), 'ended early'],
    ['has no pictures', webmWith({ isUnknown: true }).subarray(0, 120), 'video'],
    [
      'has more elements than a video needs',
      webmWith({ inCluster: new Uint8Array(1_000_001).map((_, at) => (at % 2 ? 0x80 : 0xec)) }),
      'too many',
    ],
  ])('a video that %s is refused', async (_name, file, reason) => {
    expect(await refusal(file)).toContain(reason)
  })

  it('a video lasts up to 24 hours', async () => {
    expect(await refusal(webmWith({ duration: 86_400_000 }))).toBeNull()
    expect(await refusal(webmWith({ duration: 86_400_100 }))).toContain('impossible duration')
  })
})
