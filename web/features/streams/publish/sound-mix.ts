import { canEncodeSound } from './track-reader.ts'

export type SoundInput = 'microphone' | 'source'

/** Mixes the microphone and the source's sound into one track. */
export class SoundMix {
  // Opus requires 48 kHz; recordings keep the device's rate.
  readonly #context = new AudioContext(canEncodeSound() ? { sampleRate: 48_000 } : {})
  readonly #out = this.#context.createMediaStreamDestination()
  readonly #meter = this.#context.createAnalyser()
  readonly #inputs = new Map<SoundInput, MediaStreamAudioSourceNode>()
  readonly #samples = new Float32Array(this.#meter.fftSize)

  constructor() {
    this.#meter.connect(this.#out)
  }

  get track(): MediaStreamTrack | null {
    return this.#inputs.size > 0 ? (this.#out.stream.getAudioTracks()[0] ?? null) : null
  }

  /** Replaces an input; null removes it. */
  setInput(input: SoundInput, stream: MediaStream | null): void {
    this.#inputs.get(input)?.disconnect()
    this.#inputs.delete(input)
    if (!stream) return
    const node = this.#context.createMediaStreamSource(stream)
    node.connect(this.#meter)
    this.#inputs.set(input, node)
    void this.#context.resume()
  }

  level(): number {
    this.#meter.getFloatTimeDomainData(this.#samples)
    return this.#samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0)
  }

  close(): void {
    void this.#context.close()
  }
}
