import { canCodeSound } from './track-reader.ts'

/** Where sound comes from: the microphone, or what is shown. */
export type SoundInput = 'microphone' | 'source'

/** The sound of a stream: what comes from the microphone and from what is shown, in one track. */
export class SoundMix {
  // Opus is of this rate; where sound is only recorded, the device's own is as good.
  readonly #context = new AudioContext(canCodeSound() ? { sampleRate: 48_000 } : {})
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

  /** Puts one input in place of the one that was there; null takes it away. */
  put(input: SoundInput, stream: MediaStream | null): void {
    this.#inputs.get(input)?.disconnect()
    this.#inputs.delete(input)
    if (!stream) return
    const node = this.#context.createMediaStreamSource(stream)
    node.connect(this.#meter)
    this.#inputs.set(input, node)
    void this.#context.resume()
  }

  /** How loud it is now, from 0 to 1. */
  level(): number {
    this.#meter.getFloatTimeDomainData(this.#samples)
    return this.#samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0)
  }

  close(): void {
    void this.#context.close()
  }
}
