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
function page(serial: Iterable<number>, packets: number): number[] {
  const lengths = Array.from({ length: packets }, () => LONGEST.length)
  const body = lengths.flatMap(() => LONGEST)
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
    expect(isSoundFile(join(webmSound, repeated(block, 24)))).toBe(true)
    expect(isSoundFile(join(webmSound, repeated(block, 25)))).toBe(false)
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
