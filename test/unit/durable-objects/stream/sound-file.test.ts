import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeFrame, encodeFrame } from '../../../../contract/socket/stream-frame.ts'
import { parseFrame } from '../../../../durable-objects/stream/frames.ts'
import { isSoundFile } from '../../../../durable-objects/stream/sound-file.ts'
import { mp4Sound, oggSound, webmSound } from '../../../support/stream/sounds.ts'

type Bytes = Uint8Array<ArrayBuffer>

const FILES = [
  ['WebM', webmSound],
  ['Ogg', oggSound],
  ['MP4', mp4Sound],
] as const

const join = (...parts: readonly Iterable<number>[]): Bytes => Uint8Array.from(parts.flatMap((part) => [...part]))
const indexOf = (file: Bytes, bytes: readonly number[]) =>
  file.findIndex((_, at) => bytes.every((byte, index) => file[at + index] === byte))
const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0))

/** The file with other bytes at the end of some that are in it. */
function changed(file: Bytes, after: readonly number[], bytes: readonly number[]): Bytes {
  const at = indexOf(file, after)
  if (at < 0) throw new Error('the file does not have these bytes')
  const copy = file.slice()
  copy.set(bytes, at + after.length)
  return copy
}

/** The MP4 with a box as the first one inside `parent`, which is inside `moov`. */
function mp4With(box: Bytes, parent: string): Bytes {
  const at = indexOf(mp4Sound, letters(parent)) + 4
  const file = join(mp4Sound.slice(0, at), box, mp4Sound.slice(at))
  const lengths = new DataView(file.buffer)
  for (const name of ['moov', parent]) {
    const start = indexOf(file, letters(name)) - 4
    lengths.setUint32(start, lengths.getUint32(start) + box.length)
  }
  return file
}

/** The longest packets, of 120 ms in two bytes: in a block of WebM, and in a page of Ogg. */
const LONGEST = [0x1b, 2]
const block = [0xa3, 0x86, 0x81, 0, 0, 0x80, ...LONGEST]
/** A cluster of unknown size. */
const cluster = (...elements: readonly number[][]) => [0x1f, 0x43, 0xb6, 0x75, 0xff, ...elements.flat()]
const element = (id: readonly number[], body: readonly number[]) => [...id, 0x80 | body.length, ...body]
const TIMESTAMP = [0xe7]
const VOID = [0xec]
function page(serial: Iterable<number>, packets: number, packet = LONGEST): number[] {
  const lengths = Array.from({ length: packets }, () => packet.length)
  const body = lengths.flatMap(() => packet)
  return [
    ...letters('OggS'),
    0,
    0,
    ...new Array(8).fill(0),
    ...Array.from(serial),
    ...new Array(8).fill(0),
    packets,
    ...lengths,
    ...body,
  ]
}
const repeated = (bytes: readonly number[], times: number) => Array.from({ length: times }, () => bytes).flat()

describe('sound files of a stream', () => {
  it.each(FILES)('a recorded %s is accepted', (_, file) => {
    expect(isSoundFile(file)).toBe(true)
  })

  it.each(FILES)('other bytes behind a %s are refused, and a file that ended early is no error', (_, file) => {
    for (let end = 0; end < file.length; end += 7) expect(() => isSoundFile(file.slice(0, end))).not.toThrow()
    expect(isSoundFile(join(file, [1, 2, 3]))).toBe(false)
  })

  it('few bytes that would decode to more than three seconds are refused', () => {
    const serial = oggSound.subarray(14, 18)
    expect(isSoundFile(join(webmSound, cluster(repeated(block, 24))))).toBe(true)
    expect(isSoundFile(join(webmSound, cluster(repeated(block, 25))))).toBe(false)
    expect(isSoundFile(join(oggSound, page(serial, 24)))).toBe(true)
    expect(isSoundFile(join(oggSound, page(serial, 25)))).toBe(false)
    expect(isSoundFile(changed(mp4Sound, [...letters('trun'), 0, 0, 3, 1], [0, 0, 0, 150]))).toBe(true)
    expect(isSoundFile(changed(mp4Sound, [...letters('trun'), 0, 0, 3, 1], [0, 0, 0, 151]))).toBe(false)
  })

  it('another stream behind the first is refused', () => {
    expect(isSoundFile(join(oggSound, oggSound))).toBe(false)
    expect(isSoundFile(join(oggSound, page([9, 9, 9, 9], 1)))).toBe(false)
    expect(isSoundFile(join(mp4Sound, mp4Sound))).toBe(false)
    expect(isSoundFile(join(webmSound, webmSound))).toBe(false)
  })

  it.each([
    ['SeekHead', [0x11, 0x4d, 0x9b, 0x74]],
    ['Info', [0x15, 0x49, 0xa9, 0x66]],
    ['Tracks', [0x16, 0x54, 0xae, 0x6b]],
    ['Cluster', [0x1f, 0x43, 0xb6, 0x75]],
    ['Cues', [0x1c, 0x53, 0xbb, 0x6b]],
    ['Attachments', [0x19, 0x41, 0xa4, 0x69]],
    ['Chapters', [0x10, 0x43, 0xa7, 0x70]],
    ['Tags', [0x12, 0x54, 0xc3, 0x67]],
  ])('a WebM that hides the id of %s, which a reader searches for after an error, is refused', (_, id) => {
    const hidden = (bytes: readonly number[]) => join(webmSound, cluster(block, element(VOID, [1, ...bytes, 0xff])))
    expect(isSoundFile(hidden([1, 2, 3, 4]))).toBe(true)
    expect(isSoundFile(hidden(id))).toBe(false)
  })

  it('a number of more than eight bytes in a cluster is refused', () => {
    const timed = (bytes: number) => join(webmSound, cluster(element(TIMESTAMP, new Array(bytes).fill(0)), block))
    expect(isSoundFile(timed(8))).toBe(true)
    expect(isSoundFile(timed(9))).toBe(false)
  })

  it('an element outside of its master is refused', () => {
    const head = [...letters('OpusHead'), 1, 1, ...new Array(9).fill(0)]
    expect(isSoundFile(join(webmSound, cluster(element([0x63, 0xa2], head))))).toBe(false)
    expect(isSoundFile(join(webmSound, cluster(element([0xae], block))))).toBe(false)
    expect(isSoundFile(join(webmSound, block))).toBe(false)
    const sized = [0x1f, 0x43, 0xb6, 0x75, 0x80 | (block.length + 5), ...block]
    expect(isSoundFile(join(webmSound, sized, element([0x12, 0x54, 0xc3, 0x67], [])))).toBe(false)
  })

  it('an element that is longer than its master is refused', () => {
    const group = [0xa0, 0x84, 0xa1, 0x86, 0x81, 0, 0, 0x80, ...LONGEST]
    expect(isSoundFile(join(webmSound, cluster([0xa0, 0x88, ...group.slice(2)])))).toBe(true)
    expect(isSoundFile(join(webmSound, cluster(group)))).toBe(false)
  })

  it('a file whose beginning could be another format is refused', () => {
    const withHeaderOf = (bytes: number) => {
      const padding = element(VOID, new Array(bytes - 33).fill(0))
      return join(webmSound.slice(0, 4), [0x80 | bytes], webmSound.slice(5, 36), padding, webmSound.slice(36))
    }
    expect(isSoundFile(withHeaderOf(64))).toBe(true)
    expect(isSoundFile(withHeaderOf(65))).toBe(false)
    expect(isSoundFile(join([0, 0, 0, 9], letters('mfra'), [0], mp4Sound))).toBe(false)
  })

  it('an Ogg that hides a page inside another is refused', () => {
    const serial = oggSound.subarray(14, 18)
    expect(isSoundFile(join(oggSound, page(serial, 1, [...LONGEST, ...letters('Oggs')])))).toBe(true)
    expect(isSoundFile(join(oggSound, page(serial, 1, [...LONGEST, ...letters('OggS')])))).toBe(false)
  })

  it('a page that continues no packet although it says so is refused', () => {
    const next = page(oggSound.subarray(14, 18), 1)
    expect(isSoundFile(join(oggSound, next))).toBe(true)
    expect(isSoundFile(join(oggSound, next.with(5, 1)))).toBe(false)
  })

  it('more than two channels are refused', () => {
    const head = [...letters('OpusHead'), 1]
    for (const file of [webmSound, oggSound]) {
      expect(isSoundFile(changed(file, head, [2]))).toBe(true)
      expect(isSoundFile(changed(file, head, [3]))).toBe(false)
    }
    const channels = [...letters('mp4a'), ...new Array(6).fill(0), 0, 1, ...new Array(8).fill(0)]
    expect(isSoundFile(changed(mp4Sound, channels, [0, 2]))).toBe(true)
    expect(isSoundFile(changed(mp4Sound, channels, [0, 8]))).toBe(false)
  })

  it.each([['RIFF....WAVEfmt '], ['fLaC............'], ['ID3.............']])(
    'other kinds of sound are refused: %s',
    (text) => {
      expect(isSoundFile(join(letters(text)))).toBe(false)
    },
  )

  it('a table of samples that only a reader of other boxes finds is refused', () => {
    const bigTable = [0, 0, 0, 20, ...letters('stsz'), 0, 0, 0, 0, 0, 0, 0, 1, 0, 0x98, 0x96, 0x80]
    const udta = [0, 0, 0, 8 + bigTable.length, ...letters('udta'), ...bigTable]
    for (const name of ['stsz', 'stz2', 'trun']) {
      const hidden = join(udta.slice(0, 12), letters(name), udta.slice(16))
      expect(isSoundFile(mp4With(hidden, 'trak'))).toBe(false)
      expect(isSoundFile(mp4With(hidden.slice(8), 'trak'))).toBe(false)
    }
    expect(isSoundFile(mp4With(join([0, 0, 0, 12], letters('udta'), [1, 2, 3, 4]), 'trak'))).toBe(true)
  })

  it.each([
    ['FLAC', [0x04, 0x80, 0x80, 0x80, 0x17], [0xc1]],
    ['MPEG-4 ALS', [0x05, 0x80, 0x80, 0x80, 0x05], [0xf8]],
    ['an unlisted sample rate', [0x05, 0x80, 0x80, 0x80, 0x05], [0x17, 0x80]],
  ])('an MP4 of AAC that describes itself as %s is refused', (_, after, bytes) => {
    expect(isSoundFile(changed(mp4Sound, after, bytes))).toBe(false)
  })

  it('an MP4 that describes its codec twice is refused', () => {
    for (const name of ['esds', 'wave', 'dfLa'])
      expect(isSoundFile(changed(mp4Sound, [0, 0, 0, 0x14], letters(name)))).toBe(false)
  })

  it('boxes within boxes without end are refused', () => {
    const boxes = Array.from({ length: 8000 }, (_, depth) => {
      const length = (8000 - depth) * 8
      return [0, 0, length >> 8, length & 0xff, ...letters('moov')]
    })
    expect(isSoundFile(join(boxes.flat()))).toBe(false)
  })

  it('any bytes are refused or accepted, without an error', () => {
    const mutated = fc
      .tuple(
        fc.constantFrom(...FILES.map(([, file]) => file)),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 9 }),
      )
      .map(([file, changes]) => {
        const copy = file.slice()
        for (const [at, byte] of changes) copy[at % copy.length] = byte
        return copy
      })
    fc.assert(
      fc.property(mutated, (file) => typeof isSoundFile(file) === 'boolean'),
      { numRuns: 2000 },
    )
  })

  it('viewers get a file that is refused without its bytes', () => {
    const received = (data: Bytes) => {
      const frame = encodeFrame({ kind: 'soundFile', isKey: true, number: 3, timeUs: 5, data })
      return decodeFrame(parseFrame(frame.buffer)?.bytes ?? new Uint8Array())
    }
    expect(received(oggSound)).toMatchObject({ number: 3, timeUs: 5, data: oggSound })
    expect(received(join(letters('fLaC')))).toMatchObject({ number: 3, timeUs: 5, data: Uint8Array.of(0) })
  })
})
