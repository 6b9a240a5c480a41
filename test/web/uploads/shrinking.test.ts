import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UPLOAD_MAX_BYTES, UPLOAD_MAX_SIDE } from '../../../contract/limits.ts'
import { pixelRefusal, readPixelSize } from '../../../web/features/uploads/pixel-size.ts'
import { firstScale, nextScale, renamed, scaledSize, shrunkType } from '../../../web/features/uploads/shrink-picture.ts'
import {
  EMPTY_TEXT,
  queueReducer,
  sentShare,
  type UploadEntry,
  type UploadProgress,
} from '../../../web/features/uploads/upload-queue.ts'
import { uploadMessages } from '../../../web/lib/messages/uploads.ts'
import { pngHeader } from '../../support/e2e/pictures.ts'

const side = fc.integer({ min: 1, max: 30_000 })

describe('the pixel size of a file [1 §9]', () => {
  it('the size of a picture is read from its header alone', async () => {
    expect(await readPixelSize(new Blob([new Uint8Array(pngHeader(4001, 10))]))).toEqual({ width: 4001, height: 10 })
  })

  it('a file that is no picture has no size', async () => {
    expect(await readPixelSize(new Blob(['not a picture']))).toBeNull()
    expect(await readPixelSize(new Blob([]))).toBeNull()
  })

  it('a picture is refused when a side exceeds 4,000 pixels', () => {
    expect(pixelRefusal({ width: UPLOAD_MAX_SIDE, height: UPLOAD_MAX_SIDE })).toBeNull()
    for (const size of [
      { width: UPLOAD_MAX_SIDE + 1, height: 1 },
      { width: 1, height: UPLOAD_MAX_SIDE + 1 },
    ])
      expect(pixelRefusal(size)).toBe('Pictures can be up to 4,000 pixels a side.')
  })
})

describe('making a picture smaller', () => {
  /** Any picture, with its first scale and the size of its copy. */
  const copied = fc.record({ width: side, height: side }).map((size) => {
    const scale = firstScale(size)
    return { size, scale, copy: scaledSize(size, scale) }
  })

  it('no side of the copy exceeds the limit', () => {
    fc.assert(
      fc.property(copied, ({ copy }) => {
        expect(pixelRefusal(copy)).toBeNull()
      }),
    )
  })

  it('the copy keeps the proportions of the picture', () => {
    fc.assert(
      fc.property(copied, ({ size, scale, copy }) => {
        expect(Math.abs(copy.width - size.width * scale)).toBeLessThanOrEqual(1)
        expect(Math.abs(copy.height - size.height * scale)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('a picture within the limit keeps its size', () => {
    expect(firstScale({ width: 4000, height: 3000 })).toBe(1)
    expect(scaledSize({ width: 4000, height: 3000 }, 1)).toEqual({ width: 4000, height: 3000 })
  })

  it('a copy whose file is too large is followed by a smaller one', () => {
    expect(nextScale(1, UPLOAD_MAX_BYTES + 1)).toBe(0.9)
    expect(nextScale(1, 4 * UPLOAD_MAX_BYTES)).toBeCloseTo(0.475)
  })

  it.each(['image/png', 'image/jpeg', 'image/webp'])('the copy keeps the format %s', (type) => {
    expect(shrunkType(type)).toBe(type)
  })

  it.each(['image/gif', ''])('the copy is a PNG in place of the format %j', (type) => {
    expect(shrunkType(type)).toBe('image/png')
  })

  it.each([
    ['boats.png', 'image/png', 'boats.png'],
    ['boats.JPEG', 'image/jpeg', 'boats.JPEG'],
    ['boats.v2.gif', 'image/png', 'boats.v2.png'],
    ['boats.webp', 'image/png', 'boats.png'],
    ['boats', 'image/jpeg', 'boats.jpg'],
  ])('the copy of %s as %s is named %s', (name, type, copy) => {
    expect(renamed(name, type)).toBe(copy)
  })

  const sizes = {
    from: { width: 6000, height: 4500, bytes: 23_068_672 },
    to: { width: 4000, height: 3000, bytes: 10_485_760 },
  }

  it('the page states the sizes of the picture and its copy', () => {
    expect(uploadMessages.shrunk({ ...sizes, isStill: false })).toBe(
      'Shrunk from 6,000\u00a0×\u00a04,500, 22.0\u00a0MB to 4,000\u00a0×\u00a03,000, 10.0\u00a0MB.',
    )
  })

  it('the page states that an animation is a still picture now', () => {
    const plain = uploadMessages.shrunk({ ...sizes, isStill: false })
    expect(uploadMessages.shrunk({ ...sizes, isStill: true })).toBe(`${plain} It is a still PNG now.`)
  })
})

const entry = (key: string, bytes: number, progress: UploadProgress): UploadEntry => ({
  key,
  name: `${key}.png`,
  bytes,
  file: new File(['x'], `${key}.png`),
  progress,
  text: EMPTY_TEXT,
  problems: {},
})
const received: UploadProgress = {
  state: 'received',
  upload: {
    id: '1',
    fileName: '',
    width: 1,
    height: 1,
    bytes: 1,
    imageUrl: '',
    thumbhash: '',
    mat: null,
    dateCreated: '',
  },
}

describe('a replaced file', () => {
  const refused = entry('a', 99, { state: 'failed', message: 'Too large.', mayRetry: false, mayShrink: true })
  const original = refused.file ?? new File([], '')
  const file = new File(['smaller'], 'a.png')
  const size = { width: 1, height: 1, bytes: 7 }
  const shrunk = { original, refusal: 'Too large.', copy: { file, from: size, to: size, isStill: false } }
  const queue = queueReducer([refused], { do: 'file', key: 'a', file, shrunk, progress: { state: 'waiting' } })

  it('the copy is sent in place of the file', () => {
    expect(queue).toMatchObject([{ name: 'a.png', bytes: 7, progress: { state: 'waiting' }, shrunk }])
  })

  it('undoing restores the file', () => {
    const [undone] = queueReducer(queue, { do: 'file', key: 'a', file: original, progress: refused.progress })
    expect(undone).toMatchObject({ file: original, bytes: original.size, progress: refused.progress })
    expect(undone?.shrunk).toBeUndefined()
  })
})

describe('the progress of all pictures', () => {
  it('the progress of several pictures is the share of their bytes', () => {
    const entries = [
      entry('a', 100, received),
      entry('b', 200, { state: 'sending', sentBytes: 50 }),
      entry('c', 100, { state: 'waiting' }),
    ]
    expect(sentShare(entries)).toEqual({ files: 3, received: 1, share: 0.375 })
  })

  it('the progress is stated with the number of received pictures', () => {
    expect(uploadMessages.progressOfAll({ files: 3, received: 1, share: 0.375 })).toBe('1 of 3 pictures uploaded, 37%')
  })

  it('a single picture has no common progress', () => {
    expect(sentShare([entry('a', 100, { state: 'waiting' })])).toBeNull()
  })

  it('pictures that are all received have no common progress', () => {
    expect(sentShare([entry('a', 100, received), entry('b', 100, received)])).toBeNull()
  })

  it('refused pictures do not count', () => {
    const refused = entry('a', 900, { state: 'failed', message: 'Too large.', mayRetry: false })
    const sending: UploadProgress = { state: 'sending', sentBytes: 120 }
    expect(sentShare([refused, entry('b', 100, sending), entry('c', 100, { state: 'waiting' })])?.share).toBe(0.5)
  })
})
