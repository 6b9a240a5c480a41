import { afterEach, describe, expect, it, vi } from 'vitest'
import { SoundPlayer } from '../../../web/features/streams/watch/sound-player.ts'

afterEach(() => vi.unstubAllGlobals())

/** Plays in a browser that finishes one file at a time. A file of one byte has its time as its content. */
function player() {
  const decoding: (PromiseWithResolvers<object> & { content: number | undefined })[] = []
  const sound = { numberOfChannels: 1, sampleRate: 48_000, getChannelData: () => new Float32Array(1) }
  class Context {
    state = 'running'
    createGain() {
      return { connect: () => undefined }
    }
    decodeAudioData(file: ArrayBuffer) {
      const decoded = { ...Promise.withResolvers<object>(), content: new Uint8Array(file)[0] }
      decoding.push(decoded)
      return decoded.promise
    }
  }
  vi.stubGlobal('AudioContext', Context)
  const played: number[] = []
  const player = new SoundPlayer({
    startOf: (capturedAt) => {
      played.push(Math.round(capturedAt * 1_000_000))
      return null
    },
  })
  const receive = (timeUs: number) => player.playFile(timeUs, Uint8Array.of(timeUs))
  return { player, receive, decoding, played, sound }
}

describe('sound files that a viewer decodes', () => {
  it('one file is decoded at a time, in order', async () => {
    const { receive, decoding, played, sound } = player()
    const done = [1, 2].map(receive)
    expect(decoding).toHaveLength(1)
    decoding[0]?.resolve(sound)
    await expect.poll(() => decoding).toHaveLength(2)
    decoding[1]?.resolve(sound)
    await Promise.all(done)
    expect(played).toEqual([1, 2])
  })

  it('a file that cannot be decoded does not stop the next one', async () => {
    const { receive, decoding, played, sound } = player()
    const done = [1, 2].map(receive)
    decoding[0]?.reject(new Error('unreadable'))
    await expect.poll(() => decoding).toHaveLength(2)
    decoding[1]?.resolve(sound)
    await Promise.all(done)
    expect(played).toEqual([2])
  })

  it('the latest sixteen files wait', async () => {
    const { receive, decoding } = player()
    for (let timeUs = 1; timeUs <= 18; timeUs++) void receive(timeUs)
    decoding[0]?.reject(new Error('unreadable'))
    await expect.poll(() => decoding).toHaveLength(2)
    expect(decoding[1]?.content).toBe(3)
  })

  it('files that wait are dropped when the player is reset', async () => {
    const { player: reset, receive, decoding } = player()
    const done = [1, 2].map(receive)
    reset.reset()
    decoding[0]?.reject(new Error('unreadable'))
    await Promise.all(done)
    expect(decoding).toHaveLength(1)
  })

  it('a codec that the browser refuses makes one decoder, which is closed, until there is another codec', () => {
    const decoders: { state: string; sampleRate: number }[] = []
    class Decoder {
      state = 'unconfigured'
      sampleRate = 0
      constructor() {
        decoders.push(this)
      }
      configure({ sampleRate }: { sampleRate: number }) {
        this.sampleRate = sampleRate
        if (sampleRate !== 48_000) throw new Error('unsupported')
        this.state = 'configured'
      }
      decode() {}
      close() {
        this.state = 'closed'
      }
    }
    vi.stubGlobal('AudioDecoder', Decoder)
    vi.stubGlobal('EncodedAudioChunk', class {})
    const { player: receiver } = player()
    const coding = { codec: 'opus', sampleRate: 48_000, channels: 1 } as const
    receiver.setUp({ ...coding, sampleRate: 1 })
    for (const timeUs of [0, 1, 2]) receiver.play(timeUs, Uint8Array.of(1))
    receiver.setUp(coding)
    receiver.play(3, Uint8Array.of(1))
    expect(decoders).toMatchObject([
      { sampleRate: 1, state: 'closed' },
      { sampleRate: 48_000, state: 'configured' },
    ])
  })

  it.each([
    ['a codec that the browser refuses later makes no other decoder', 'NotSupportedError', 1],
    ['sound goes on after a packet that cannot be decoded', 'EncodingError', 2],
  ])('%s', (_, name, decoders) => {
    const errors: ((error: DOMException) => void)[] = []
    class Decoder {
      configure() {}
      decode() {}
      constructor({ error }: AudioDecoderInit) {
        errors.push(error)
      }
    }
    vi.stubGlobal('AudioDecoder', Decoder)
    vi.stubGlobal('EncodedAudioChunk', class {})
    const { player: receiver } = player()
    receiver.setUp({ codec: 'opus', sampleRate: 48_000, channels: 1 })
    receiver.play(0, Uint8Array.of(1))
    errors[0]?.(new DOMException('', name))
    receiver.play(1, Uint8Array.of(1))
    expect(errors).toHaveLength(decoders)
  })

  it('a description of sound that is not base64 plays nothing', () => {
    const decode = vi.fn()
    vi.stubGlobal(
      'AudioDecoder',
      vi.fn(
        class {
          configure = () => undefined
          close = () => undefined
          decode = decode
        },
      ),
    )
    const { player: receiver } = player()
    vi.spyOn(receiver, 'reset').mockImplementation(() => undefined)
    receiver.setUp({ codec: 'opus', sampleRate: 48_000, channels: 1, description: '?' })
    receiver.play(0, Uint8Array.of(1))
    receiver.play(1, Uint8Array.of(1))
    expect(decode).not.toHaveBeenCalled()
  })
})
