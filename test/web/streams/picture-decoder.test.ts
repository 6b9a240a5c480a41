import { afterEach, describe, expect, it, vi } from 'vitest'
import { PictureDecoder } from '../../../web/features/streams/watch/picture-decoder.ts'

const CODING = { codec: 'vp8', width: 640, height: 480 }
const key = { isKey: true, timeUs: 0, data: Uint8Array.of(1) }

/** A browser whose decoder makes a picture of the given size of every chunk. */
function browserWith(width: number, height: number, coded = { width: width + 64, height }) {
  const browser = { decoded: 0, closed: 0 }
  class Decoder {
    state = 'configured'
    readonly #output: (picture: object) => void
    constructor({ output }: { output: (picture: object) => void }) {
      this.#output = output
    }
    configure() {}
    close() {
      this.state = 'closed'
    }
    decode() {
      browser.decoded++
      const size = { visibleRect: { width, height }, codedWidth: coded.width, codedHeight: coded.height }
      this.#output({ ...size, close: () => browser.closed++ })
    }
  }
  vi.stubGlobal('VideoDecoder', Decoder)
  vi.stubGlobal('EncodedVideoChunk', class {})
  return browser
}

function decoderFor(): { decoder: PictureDecoder; shown: () => number } {
  let shown = 0
  const decoder = new PictureDecoder({ onPicture: () => shown++, onLost: () => undefined })
  decoder.setUp(CODING)
  return { decoder, shown: () => shown }
}

afterEach(() => vi.unstubAllGlobals())

describe('pictures that a viewer decodes', () => {
  it.each([
    ['as large as declared', 640, 480],
    ['smaller than declared', 90, 64],
  ])('a picture %s is shown', (_, width, height) => {
    const browser = browserWith(width, height)
    const { decoder, shown } = decoderFor()
    decoder.decode(key)
    decoder.decode(key)
    expect([shown(), browser]).toEqual([2, { decoded: 2, closed: 0 }])
  })

  it.each([
    ['wider', 641, 480],
    ['higher', 640, 481],
  ])('a picture that is %s than declared is closed, and no more are decoded', (_, width, height) => {
    const browser = browserWith(width, height)
    const { decoder, shown } = decoderFor()
    decoder.decode(key)
    decoder.setUp({ ...CODING, width: 320 })
    decoder.decode(key)
    expect([shown(), browser]).toEqual([0, { decoded: 1, closed: 1 }])
  })

  it('a picture whose sides are aligned to 16 pixels is shown', () => {
    browserWith(640, 480)
    const { decoder, shown } = decoderFor()
    decoder.setUp({ ...CODING, width: 634, height: 466 })
    decoder.decode(key)
    expect(shown()).toBe(1)
  })

  it('a picture whose size before cropping is aligned is shown', () => {
    browserWith(640, 480, { width: 640 + 128, height: 480 + 128 })
    const { decoder, shown } = decoderFor()
    decoder.decode(key)
    expect(shown()).toBe(1)
  })

  it.each([
    ['wider', 640 + 129, 480],
    ['higher', 640, 480 + 129],
  ])('a picture that is much %s before cropping is closed, and no more are decoded', (_, width, height) => {
    const browser = browserWith(640, 480, { width, height })
    const { decoder, shown } = decoderFor()
    decoder.decode(key)
    decoder.decode(key)
    expect([shown(), browser]).toEqual([0, { decoded: 1, closed: 1 }])
  })

  it('a device that decodes too slowly continues with the next key frame', () => {
    const decoded: string[] = []
    let onLost = 0
    class SlowDecoder {
      state = 'configured'
      decodeQueueSize = 0
      configure() {}
      close() {
        this.state = 'closed'
        decoded.push('closed')
      }
      decode({ type }: { type: string }) {
        this.decodeQueueSize++
        decoded.push(type)
      }
    }
    vi.stubGlobal('VideoDecoder', SlowDecoder)
    vi.stubGlobal(
      'EncodedVideoChunk',
      class {
        readonly type: string
        constructor({ type }: { type: string }) {
          this.type = type
        }
      },
    )
    const decoder = new PictureDecoder({ onPicture: () => undefined, onLost: () => onLost++ })
    decoder.setUp(CODING)
    const other = { ...key, isKey: false }
    decoder.decode(key)
    // A new viewer gets all pictures since the last key frame at once.
    for (let pictures = 0; pictures < 150; pictures++) decoder.decode(other)
    expect([decoded.length, onLost]).toEqual([151, 0])
    decoder.decode(other)
    decoder.decode(key)
    expect([decoded.slice(151), onLost]).toEqual([['closed', 'key'], 1])
  })

  it('a VP9 picture has an index, so that nothing behind its pixels is decoded as another picture', () => {
    browserWith(640, 480)
    const chunks: object[] = []
    vi.stubGlobal(
      'EncodedVideoChunk',
      class {
        constructor({ data }: { data: object }) {
          chunks.push(data)
        }
      },
    )
    const { decoder } = decoderFor()
    decoder.setUp({ ...CODING, codec: 'vp09.00.41.08' })
    decoder.decode({ ...key, data: Uint8Array.of(1, 2, 3) })
    decoder.decode({ ...key, data: new Uint8Array(0x10203) })
    decoder.setUp(CODING)
    decoder.decode(key)
    expect([chunks[0], chunks[2]]).toEqual([Uint8Array.of(1, 2, 3, 0xd8, 3, 0, 0, 0, 0xd8), key.data])
    expect((chunks[1] as Uint8Array).subarray(-6)).toEqual(Uint8Array.of(0xd8, 0x03, 0x02, 0x01, 0, 0xd8))
  })

  it('a codec that the browser refuses is treated as an unreadable picture', () => {
    const refuse = () => {
      throw new TypeError('unknown codec')
    }
    vi.stubGlobal(
      'VideoDecoder',
      vi.fn(
        class {
          configure = refuse
        },
      ),
    )
    const onLost = vi.fn()
    const decoder = new PictureDecoder({ onPicture: () => undefined, onLost })
    decoder.setUp(CODING)
    decoder.decode(key)
    decoder.decode(key)
    expect(onLost).toHaveBeenCalledTimes(2)
  })
})
