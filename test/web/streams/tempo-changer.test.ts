import { describe, expect, it } from 'vitest'
import { TempoChanger } from '../../../web/features/streams/replay/tempo-changer.ts'
import type { SoundChunk } from '../../../web/features/streams/watch/sound-player.ts'

const SAMPLE_RATE = 48_000
const PIECE_S = 0.02

/** Makes a tone in pieces of 20 ms, the size in which sound is encoded. */
function tone(hz: number, fromS: number, seconds: number): SoundChunk[] {
  const length = SAMPLE_RATE * PIECE_S
  return Array.from({ length: Math.round(seconds / PIECE_S) }, (_, piece) => {
    const capturedAt = fromS + piece * PIECE_S
    const at = (sample: number) => Math.sin(2 * Math.PI * hz * (capturedAt + sample / SAMPLE_RATE))
    return {
      channels: [Float32Array.from({ length }, (_, sample) => at(sample))],
      sampleRate: SAMPLE_RATE,
      capturedAt,
    }
  })
}

const changeTempo = (changer: TempoChanger, pieces: readonly SoundChunk[]) =>
  pieces.flatMap((piece) => changer.take(piece) ?? [])
/** Concatenates the samples of the first channel. */
const samplesOf = (pieces: readonly SoundChunk[]) => pieces.flatMap(({ channels }) => [...(channels[0] ?? [])])

/** Measures the frequency by the rising zero crossings. */
function hertzOf(samples: readonly number[]): number {
  const rises = samples.filter((sample, index) => sample >= 0 && (samples[index - 1] ?? 0) < 0)
  return (rises.length * SAMPLE_RATE) / samples.length
}

describe('sound at double speed', () => {
  it.each([110, 440, 1760])('the pitch stays the same: %i Hz', (hz) => {
    const samples = samplesOf(changeTempo(new TempoChanger(2), tone(hz, 0, 4)))
    expect(Math.abs(hertzOf(samples) / hz - 1)).toBeLessThan(0.03)
  })

  it('the duration is halved', () => {
    const seconds = samplesOf(changeTempo(new TempoChanger(2), tone(440, 10, 4))).length / SAMPLE_RATE
    expect(seconds).toBeGreaterThan(1.8)
    expect(seconds).toBeLessThanOrEqual(2)
  })

  it('each piece keeps its original time', () => {
    const pieces = changeTempo(new TempoChanger(2), tone(440, 10, 4))
    let next = 10
    for (const { capturedAt, channels } of pieces) {
      expect(capturedAt).toBeCloseTo(next, 6)
      next = capturedAt + (2 * (channels[0]?.length ?? 0)) / SAMPLE_RATE
    }
  })

  it('the loudness stays the same', () => {
    const samples = samplesOf(changeTempo(new TempoChanger(2), tone(440, 0, 4)))
    const loudness = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
    expect(Math.abs(loudness - Math.SQRT1_2)).toBeLessThan(0.1)
  })

  it('the output after a gap starts at the time of the next piece', () => {
    const changer = new TempoChanger(2)
    changeTempo(changer, tone(440, 0, 1))
    const [first] = changeTempo(changer, tone(440, 30, 1))
    expect(first?.capturedAt).toBe(30)
  })

  it('the output after a reset starts at the time of the next piece', () => {
    const changer = new TempoChanger(2)
    changeTempo(changer, tone(440, 30, 1))
    changer.reset()
    const [first] = changeTempo(changer, tone(440, 31, 1))
    expect(first?.capturedAt).toBe(31)
  })

  it('each channel keeps its own sound', () => {
    const silent = tone(440, 0, 1).map((piece) => ({
      ...piece,
      channels: [new Float32Array(piece.channels[0]?.length ?? 0), ...piece.channels],
    }))
    const pieces = changeTempo(new TempoChanger(2), silent)
    expect(samplesOf(pieces).every((sample) => sample === 0)).toBe(true)
    expect(pieces.some(({ channels }) => channels[1]?.some((sample) => sample > 0.5))).toBe(true)
  })
})
