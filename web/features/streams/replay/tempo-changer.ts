import { Stretch } from '@soundtouchjs/core'
import type { SoundChunk } from '../watch/sound-player.ts'

/** Larger gaps or overlaps between chunks restart the time stretching, in seconds. */
const GAP_S = 0.02

/** Speeds sound up without changing its pitch, continuously across chunks. */
export class TempoChanger {
  readonly #rate: number
  #stretch: Stretch | null = null
  #sampleRate = 0
  /** Times of the next input and output samples, in seconds. */
  #next = { input: 0, output: 0 }

  constructor(rate: number) {
    this.#rate = rate
  }

  /** Adds a chunk and returns the finished output, shortened by the rate; null while there is none. */
  take({ channels: [left, right = left], sampleRate, capturedAt }: SoundChunk): SoundChunk | null {
    if (!left || !right) return null
    const continues = sampleRate === this.#sampleRate && Math.abs(capturedAt - this.#next.input) < GAP_S
    const stretch = continues && this.#stretch ? this.#stretch : this.#begin(sampleRate, capturedAt)
    stretch.inputBuffer?.putSamples(interleaved(left, right))
    this.#next.input += left.length / sampleRate
    stretch.process()
    const frames = stretch.outputBuffer?.frameCount ?? 0
    if (frames === 0) return null
    const samples = new Float32Array(frames * 2)
    stretch.outputBuffer?.extract(samples, 0, frames)
    stretch.outputBuffer?.receive(frames)
    const begins = this.#next.output
    this.#next.output += (frames * this.#rate) / sampleRate
    return { channels: [everySecond(samples, 0), everySecond(samples, 1)], sampleRate, capturedAt: begins }
  }

  reset(): void {
    this.#stretch = null
  }

  #begin(sampleRate: number, capturedAt: number): Stretch {
    const stretch = new Stretch({ createBuffers: true })
    stretch.setParameters(sampleRate, 0, 0, 0)
    stretch.tempo = this.#rate
    this.#stretch = stretch
    this.#sampleRate = sampleRate
    this.#next = { input: capturedAt, output: capturedAt }
    return stretch
  }
}

function interleaved(left: Float32Array, right: Float32Array): Float32Array {
  const samples = new Float32Array(left.length * 2)
  for (let frame = 0; frame < left.length; frame++) {
    samples[frame * 2] = left[frame] ?? 0
    samples[frame * 2 + 1] = right[frame] ?? 0
  }
  return samples
}

function everySecond(samples: Float32Array, first: 0 | 1): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: samples.length / 2 }, (_, frame) => samples[frame * 2 + first] ?? 0)
}
