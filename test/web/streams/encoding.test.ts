import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { KEY_FRAME_INTERVAL_MS, STREAM_PREVIEW_INTERVAL_MS } from '../../../contract/limits.ts'
import { FRAME_MAX_BYTES } from '../../../contract/socket/stream-frame.ts'
import { pictureConfig } from '../../../contract/socket/stream-messages.ts'
import { KeyFrameClock, StillClock, TICK_MS } from '../../../web/features/streams/publish/capture-clocks.ts'
import { CODECS, encoderConfig, firstWorkingCodec } from '../../../web/features/streams/publish/encoding.ts'
import { PictureEncoder } from '../../../web/features/streams/publish/picture-encoder.ts'
import { SoundFile } from '../../../web/features/streams/publish/sound-recorder.ts'
import { picturesStopWhileHidden, readTrack } from '../../../web/features/streams/publish/track-reader.ts'

const SIZE = { width: 1280, height: 720 }

describe('the codec of a stream [2 §2 Streams]', () => {
  const chosen = async (works: readonly string[], from = 0) => {
    const triedCodecs: string[] = []
    const place = await firstWorkingCodec(from, async (codec) => {
      triedCodecs.push(codec)
      return works.some((name) => codec.startsWith(name))
    })
    return { codec: place === null ? null : CODECS[place], triedCodecs }
  }

  it('the codec is VP9, else VP8, else H.264', async () => {
    expect(CODECS.map((codec) => codec.slice(0, 4))).toEqual(['vp09', 'vp8', 'avc1'])
    expect((await chosen(['vp09', 'vp8', 'avc1'])).codec).toBe(CODECS[0])
    expect((await chosen(['vp8', 'avc1'])).codec).toBe(CODECS[1])
    expect((await chosen(['avc1'])).codec).toBe(CODECS[2])
  })
  it('no codec is chosen if none works', async () => {
    expect(await chosen([])).toEqual({ codec: null, triedCodecs: [...CODECS] })
  })
  it('a codec that failed in use is not chosen again', async () => {
    expect(await chosen(['vp09', 'vp8', 'avc1'], 1)).toEqual({ codec: CODECS[1], triedCodecs: [CODECS[1]] })
    expect(await chosen(['vp09'], 1)).toEqual({ codec: null, triedCodecs: [CODECS[1], CODECS[2]] })
    expect(await chosen(['vp09'], CODECS.length)).toEqual({ codec: null, triedCodecs: [] })
  })
  /** An encoder in a browser that supports all codecs. `configured` are the codecs that were used. */
  function makeEncoder() {
    const configured: string[] = []
    class Encoder {
      state = 'unconfigured'
      encodeQueueSize = 0
      static isConfigSupported = async () => ({ supported: true })
      configure({ codec }: VideoEncoderConfig): void {
        configured.push(codec)
      }
      close(): void {
        this.state = 'closed'
      }
    }
    vi.stubGlobal('VideoEncoder', Encoder)
    const onUnsupported = vi.fn()
    const encoder = new PictureEncoder(2_000_000, { onPicture: () => undefined, onUnsupported })
    return { encoder, configured, onUnsupported }
  }

  it('the encoder continues with the next codec on request, and has none after the last', async () => {
    const { encoder, configured, onUnsupported } = makeEncoder()
    for (const codec of CODECS) {
      encoder.encode({ displayWidth: 640, displayHeight: 480 } as VideoFrame, 0)
      await expect.poll(() => configured.at(-1)).toBe(codec)
      expect(onUnsupported).not.toHaveBeenCalled()
      encoder.skipCodec()
    }
    encoder.encode({ displayWidth: 640, displayHeight: 480 } as VideoFrame, 0)
    await expect.poll(() => onUnsupported.mock.calls.length).toBe(1)
  })
  it('the encoder skips a codec also while it is being set up', async () => {
    const { encoder, configured } = makeEncoder()
    encoder.encode({ displayWidth: 640, displayHeight: 480 } as VideoFrame, 0)
    encoder.skipCodec()
    await expect.poll(() => configured).toEqual([CODECS[1]])
  })
  it.each(CODECS)('the encoder for %s is configured for drawings in real time', (codec) => {
    const config = encoderConfig(codec, SIZE, 2_000_000)
    expect(config).toMatchObject({ codec, ...SIZE, bitrate: 2_000_000, latencyMode: 'realtime', contentHint: 'detail' })
  })
  it.each(CODECS)('a stream may have the codec %s', (codec) => {
    expect(pictureConfig.safeParse({ codec, ...SIZE }).success).toBe(true)
  })
  it.each(CODECS)('the key frames of %s contain the data for the decoder', (codec) => {
    // Only the encoder for H.264 needs a setting for it.
    const { avc } = encoderConfig(codec, SIZE, 2_000_000)
    expect(avc).toEqual(codec.startsWith('avc1') ? { format: 'annexb' } : undefined)
  })
})

describe('key frames [2 §9]', () => {
  /** Returns when key frames are made of pictures after the given waits, with a check at each tick. */
  const madeOf = (waits: readonly number[]) => {
    const clock = new KeyFrameClock()
    const keys: number[] = []
    let [now, tick] = [0, 0]
    const check = (ms: number) => clock.isDue(ms) && clock.take(ms) && keys.push(ms)
    for (const wait of waits) {
      now += wait
      for (; tick < now; tick += TICK_MS) check(tick)
      if (clock.take(now)) keys.push(now)
    }
    return { keys, now }
  }

  const waits = fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1 })

  it('a key frame is made at the start', () => {
    fc.assert(
      fc.property(waits, (waits) => {
        expect(madeOf(waits).keys[0]).toBe(0)
      }),
    )
  })
  it('key frames are at most four seconds apart, whether pictures arrive or not', () => {
    fc.assert(
      fc.property(waits, (waits) => {
        const { keys, now } = madeOf(waits)
        for (const [index, at] of keys.entries())
          expect((keys[index + 1] ?? now) - at).toBeLessThanOrEqual(KEY_FRAME_INTERVAL_MS)
      }),
    )
  })
  it('key frames are no more frequent than needed', () => {
    const { keys } = madeOf(Array.from({ length: 400 }, () => 50))
    expect(keys).toHaveLength(1 + Math.floor(20_000 / (KEY_FRAME_INTERVAL_MS - TICK_MS)))
  })
  it('a key frame can be requested', () => {
    const clock = new KeyFrameClock()
    expect([clock.take(0), clock.take(50)]).toEqual([true, false])
    clock.request()
    expect([clock.isDue(100), clock.take(100), clock.take(150)]).toEqual([true, true, false])
  })
})

describe('stills beside encoded pictures', () => {
  /** Returns when stills are made in the first 25 seconds, with a check at each tick. */
  const madeBy = (clock: StillClock) => {
    const made: number[] = []
    for (let ms = 0; ms < 25_000; ms += TICK_MS) {
      if (!clock.isDue(ms)) continue
      clock.restart(ms)
      made.push(ms)
    }
    return made
  }

  it('a still is made for each preview in lists from the start on [2 §3]', () => {
    expect(madeBy(new StillClock())).toEqual([0, STREAM_PREVIEW_INTERVAL_MS, 2 * STREAM_PREVIEW_INTERVAL_MS])
  })
  it('a still is made every second while a viewer watches stills', () => {
    const clock = new StillClock()
    clock.isWatched = true
    expect(madeBy(clock)).toEqual(Array.from({ length: 25 }, (_, second) => 1000 * second))
  })
})

describe('recorded sound files', () => {
  const part = (bytes: number) => new Blob([new Uint8Array(bytes).fill(7)])

  it('a file ends after a second', () => {
    const file = new SoundFile(5000)
    expect([file.add(part(800), 5100), file.add(part(800), 5900), file.add(part(800), 6000)]).toEqual([
      false,
      false,
      true,
    ])
  })
  const recording = fc.array(fc.record({ bytes: fc.integer({ min: 1, max: 20_000 }), ms: fc.nat(700) }))
  /** Records the parts. Returns the lengths of the files. */
  const record = async (parts: readonly { bytes: number; ms: number }[]) => {
    const files = [new SoundFile(0)]
    let now = 0
    for (const { bytes, ms } of parts) {
      now += ms
      if (files.at(-1)?.add(part(bytes), now)) files.push(new SoundFile(now))
    }
    const contents = await Promise.all(files.map((file) => file.toBytes()))
    return contents.map((content) => content?.length ?? 0)
  }

  it('a file ends before it is too large for a stream', async () => {
    await fc.assert(
      fc.asyncProperty(recording, async (parts) => {
        for (const length of await record(parts)) expect(length).toBeLessThanOrEqual(FRAME_MAX_BYTES.soundFile)
      }),
    )
  })
  it('the files contain all sound', async () => {
    await fc.assert(
      fc.asyncProperty(recording, async (parts) => {
        const length = (await record(parts)).reduce((sum, length) => sum + length, 0)
        expect(length).toBe(parts.reduce((sum, { bytes }) => sum + bytes, 0))
      }),
    )
  })
  it('there is no file without sound', async () => {
    expect(await new SoundFile(0).toBytes()).toBeNull()
  })
  it('there is no file with more sound than a stream accepts', async () => {
    const file = new SoundFile(0)
    file.add(part(FRAME_MAX_BYTES.soundFile + 1), 10)
    expect(await file.toBytes()).toBeNull()
  })
})

describe('reading a track', () => {
  /** Reads a track until its first frame was passed on. Two more frames arrive as the reader stops. */
  async function readFirst() {
    const [passedOn, closed]: [string[], string[]] = [[], []]
    const picture = (name: string) => ({ name, close: () => void closed.push(name) })
    let track: ReadableStreamDefaultController<ReturnType<typeof picture>> | undefined
    const readable = new ReadableStream<ReturnType<typeof picture>>({
      start: (controller) => {
        track = controller
      },
    })
    const stop = readTrack(readable, ({ name }) => passedOn.push(name))
    track?.enqueue(picture('first'))
    await expect.poll(() => passedOn).toEqual(['first'])
    track?.enqueue(picture('second'))
    track?.enqueue(picture('third'))
    stop()
    track?.close()
    return { passedOn, closed }
  }

  it('frames that arrive after the reader has stopped are closed', async () => {
    const { closed } = await readFirst()
    await expect.poll(() => closed).toEqual(['second', 'third'])
  })
  it('no frame is passed on after the reader has stopped', async () => {
    const { passedOn, closed } = await readFirst()
    await expect.poll(() => closed).toHaveLength(2)
    expect(passedOn).toEqual(['first'])
  })
})

describe('the pictures of a hidden page', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it.each([
    ['stop in a browser that reads them from a video element', ['VideoEncoder', 'VideoFrame'], true],
    ['go on in a browser that reads tracks', ['VideoEncoder', 'VideoFrame', 'MediaStreamTrackProcessor'], false],
    ['are stills in a browser that encodes no video', [], false],
  ])('the pictures %s', (_what, names, areStopped) => {
    for (const name of names) vi.stubGlobal(name, class {})
    expect(picturesStopWhileHidden()).toBe(areStopped)
  })
})
