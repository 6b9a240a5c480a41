import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FRAME_MAX_BYTES } from '../../../contract/socket/stream-frame.ts'

afterEach(() => void vi.unstubAllGlobals())
// A module of its own for each test, because it remembers what the browser can write.
beforeEach(() => void vi.resetModules())

const PICTURE = { image: {} as CanvasImageSource, width: 1280, height: 720 }

type Encoded = { type: string; quality: number | undefined; width: number }

/** A browser whose canvases write these types, and PNG instead of others. `sizeOf` is the size of a file in bytes. */
function useBrowser(types: readonly string[], sizeOf: (quality: number) => number = () => 100): Encoded[] {
  const encoded: Encoded[] = []
  const makeCanvas = () => ({
    width: 0,
    height: 0,
    getContext: () => ({ drawImage: () => undefined }),
    toBlob(onFile: (file: Blob | null) => void, wanted: string, quality = 1) {
      encoded.push({ type: wanted, quality, width: this.width })
      onFile(new Blob([new Uint8Array(sizeOf(quality))], { type: types.includes(wanted) ? wanted : 'image/png' }))
    },
  })
  vi.stubGlobal('document', { createElement: makeCanvas })
  return encoded
}

const encode = async (maxWidth?: number) =>
  (await import('../../../web/features/streams/publish/stills.ts')).encodeStill(PICTURE, maxWidth)

describe('the still of a stream', () => {
  it('a still is a WebP where the browser writes that', async () => {
    const encoded = useBrowser(['image/webp', 'image/jpeg'])
    expect((await encode())?.length).toBe(100)
    expect(encoded.map(({ type }) => type)).toEqual(['image/webp'])
  })

  it('a still is a JPEG in a browser that writes a PNG instead of a WebP', async () => {
    const encoded = useBrowser(['image/jpeg'])
    expect((await encode())?.length).toBe(100)
    expect(encoded.map(({ type }) => type)).toEqual(['image/webp', 'image/jpeg'])
  })

  it('a browser that cannot write WebP is not asked again', async () => {
    const encoded = useBrowser(['image/jpeg'])
    await encode()
    await encode()
    expect(encoded.map(({ type }) => type)).toEqual(['image/webp', 'image/jpeg', 'image/jpeg'])
  })

  it('a browser that writes neither sends no still', async () => {
    useBrowser([])
    expect(await encode()).toBeNull()
  })

  it.each([
    ['as large as the maximum is sent', FRAME_MAX_BYTES.still, [0.75]],
    ['above the maximum is encoded again with less quality', FRAME_MAX_BYTES.still + 1, [0.75, 0.5]],
  ])('a still %s', async (_what, size, qualities) => {
    const encoded = useBrowser(['image/webp'], (quality) => (quality === 0.75 ? size : 100))
    expect(await encode()).not.toBeNull()
    expect(encoded.map(({ quality }) => quality)).toEqual(qualities)
  })

  it('a still that is too large in every quality is not sent', async () => {
    useBrowser(['image/webp'], () => FRAME_MAX_BYTES.still + 1)
    expect(await encode()).toBeNull()
  })

  it('a still is no wider than asked', async () => {
    const encoded = useBrowser(['image/webp'])
    await encode(960)
    expect(encoded[0]?.width).toBe(960)
  })
})
