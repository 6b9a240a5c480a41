import type { SoundConfig } from '../../../../contract/socket/stream-messages.ts'
import { decodeBase64 } from './picture-decoder.ts'

/** Samples in one or two channels, with their stream time in seconds. */
export type SoundChunk = { channels: readonly Float32Array<ArrayBuffer>[]; sampleRate: number; capturedAt: number }

type SoundPlayerOptions = {
  /** Start of a chunk by the player's clock, or null to drop it. All in seconds. */
  startOf: (capturedAt: number, now: number) => { at: number; dropsOthers: boolean; rate?: number } | null
  /** Transforms a chunk; null while there is no output. */
  transform?: (chunk: SoundChunk) => SoundChunk | null
}

/** Maximum number of files that wait for the decoder. Beyond it the oldest one is dropped. */
const FILES_WAITING_MAX = 16

/** Plays sound chunks when they are due, from packets or files. */
export class SoundPlayer {
  readonly #context = new AudioContext({ latencyHint: 'interactive' })
  readonly #gain = this.#context.createGain()
  readonly #startOf: SoundPlayerOptions['startOf']
  readonly #transform: NonNullable<SoundPlayerOptions['transform']>
  readonly #playing = new Set<AudioBufferSourceNode>()
  #decoder: AudioDecoder | null = null
  #coding: SoundConfig | null = null
  /** The browser has no decoder for this coding. Each try would leave one open. */
  #isRefused = false
  #files: { timeUs: number; data: Uint8Array<ArrayBuffer> }[] = []
  #isDecodingFile = false

  constructor({ startOf, transform = (chunk) => chunk }: SoundPlayerOptions) {
    this.#startOf = startOf
    this.#transform = transform
    this.#gain.connect(this.#context.destination)
  }

  /** False until the first press on the page, in browsers that require one. */
  get isAllowed(): boolean {
    return this.#context.state === 'running'
  }

  onAllowedChange(listener: () => void): void {
    this.#context.addEventListener('statechange', listener)
  }

  /** Enables sound in response to a press. */
  async turnOn(): Promise<void> {
    await this.#context.resume().catch(() => undefined)
  }

  setVolume(volume: number): void {
    this.#gain.gain.value = volume
  }

  setUp(coding: SoundConfig | null): void {
    if (JSON.stringify(coding) === JSON.stringify(this.#coding)) return
    this.#coding = coding
    this.#isRefused = false
    this.reset()
  }

  reset(): void {
    this.#stopAll()
    this.#closeDecoder()
    this.#files = []
  }

  #closeDecoder(): void {
    if (this.#decoder && this.#decoder.state !== 'closed') this.#decoder.close()
    this.#decoder = null
  }

  play(timeUs: number, data: Uint8Array<ArrayBuffer>): void {
    if (!this.#coding || this.#isRefused || !('AudioDecoder' in globalThis)) return
    try {
      this.#decoder ??= this.#begin(this.#coding)
      this.#decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp: timeUs, data }))
    } catch {
      // The browser refuses the codec, its description or the packet.
      this.#isRefused = this.#decoder === null
      this.#closeDecoder()
    }
  }

  /** Decodes one file at a time, so that a slow one does not fill the memory together with the next ones. */
  async playFile(timeUs: number, data: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#files = [...this.#files, { timeUs, data }].slice(-FILES_WAITING_MAX)
    if (this.#isDecodingFile) return
    this.#isDecodingFile = true
    try {
      for (let file = this.#files.shift(); file; file = this.#files.shift()) {
        const sound = await this.#context.decodeAudioData(file.data.slice().buffer).catch(() => null)
        if (sound) this.#schedule(sound, file.timeUs)
      }
    } finally {
      this.#isDecodingFile = false
    }
  }

  close(): void {
    this.reset()
    void this.#context.close()
  }

  #begin({ codec, sampleRate, channels, description }: SoundConfig): AudioDecoder {
    const decoder: AudioDecoder = new AudioDecoder({
      output: (data) => {
        if (decoder === this.#decoder) this.#schedule(soundOf(this.#context, data), data.timestamp)
        data.close()
      },
      error: ({ name }) => {
        if (decoder !== this.#decoder) return
        this.#decoder = null
        // Other errors are those of a packet.
        this.#isRefused = name === 'NotSupportedError'
      },
    })
    const config = { codec, sampleRate, numberOfChannels: channels }
    try {
      decoder.configure(description ? { ...config, description: decodeBase64(description) } : config)
    } catch (error) {
      decoder.close()
      throw error
    }
    return decoder
  }

  #schedule(sound: AudioBuffer, timeUs: number): void {
    // Until sound is allowed the clock is stopped. Chunks that were scheduled before would then all play at once.
    if (!this.isAllowed) return
    const original = chunkOf(sound, timeUs / 1_000_000)
    const chunk = this.#transform(original)
    const start = chunk && this.#startOf(chunk.capturedAt, this.#context.currentTime)
    if (!start) return
    if (start.dropsOthers) this.#stopAll()
    const node = this.#context.createBufferSource()
    node.buffer = chunk === original ? sound : bufferOf(this.#context, chunk)
    node.playbackRate.value = start.rate ?? 1
    node.connect(this.#gain)
    node.onended = () => this.#playing.delete(node)
    node.start(start.at)
    this.#playing.add(node)
  }

  #stopAll(): void {
    for (const node of this.#playing) node.stop()
    this.#playing.clear()
  }
}

function soundOf(context: AudioContext, data: AudioData): AudioBuffer {
  const { numberOfChannels, numberOfFrames, sampleRate } = data
  const sound = context.createBuffer(numberOfChannels, numberOfFrames, sampleRate)
  for (let planeIndex = 0; planeIndex < numberOfChannels; planeIndex++)
    data.copyTo(sound.getChannelData(planeIndex), { planeIndex, format: 'f32-planar' })
  return sound
}

function chunkOf(sound: AudioBuffer, capturedAt: number): SoundChunk {
  const channels = Array.from({ length: sound.numberOfChannels }, (_, channel) => sound.getChannelData(channel))
  return { channels, sampleRate: sound.sampleRate, capturedAt }
}

function bufferOf(context: AudioContext, { channels, sampleRate }: SoundChunk): AudioBuffer {
  const sound = context.createBuffer(channels.length, channels[0]?.length ?? 0, sampleRate)
  for (const [index, samples] of channels.entries()) sound.copyToChannel(samples, index)
  return sound
}
