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

const played = (faster: TempoChanger, pieces: readonly SoundChunk[]) =>
  pieces.flatMap((piece) => faster.take(piece) ?? [])
const uniqueItems = (pieces: readonly SoundChunk[]) => pieces.flatMap(({ channels }) => [...(channels[0] ?? [])])

/** Measures the frequency by the rising zero crossings. */
function hertzOf(samples: readonly number[]): number {
  const rises = samples.filter((sample, index) => sample >= 0 && (samples[index - 1] ?? 0) < 0)
  return (rises.length * SAMPLE_RATE) / samples.length
}

describe('sound at double speed', () => {
  it.each([110, 440, 1760])('the pitch stays the same: %i Hz', (hz) => {
    const samples = uniqueItems(played(new TempoChanger(2), tone(hz, 0, 4)))
    expect(Math.abs(hertzOf(samples) / hz - 1)).toBeLessThan(0.03)
  })

  it('the duration is halved, and each piece keeps its original time', () => {
    const pieces = played(new TempoChanger(2), tone(440, 10, 4))
    const seconds = uniqueItems(pieces).length / SAMPLE_RATE
    expect(seconds).toBeGreaterThan(1.8)
    expect(seconds).toBeLessThanOrEqual(2)
    let next = 10
    for (const { capturedAt, channels } of pieces) {
      expect(capturedAt).toBeCloseTo(next, 6)
      next = capturedAt + (2 * (channels[0]?.length ?? 0)) / SAMPLE_RATE
    }
  })

  it('the loudness stays the same', () => {
    const samples = uniqueItems(played(new TempoChanger(2), tone(440, 0, 4)))
    const loudness = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
    expect(Math.abs(loudness - Math.SQRT1_2)).toBeLessThan(0.1)
  })

  it('processing starts again after a gap and on request', () => {
    const faster = new TempoChanger(2)
    played(faster, tone(440, 0, 1))
    const [first] = played(faster, tone(440, 30, 1))
    expect(first?.capturedAt).toBe(30)
    faster.reset()
    const [second] = played(faster, tone(440, 31, 1))
    expect(second?.capturedAt).toBe(31)
  })

  it('both channels are kept', () => {
    const silent = tone(440, 0, 1).map((piece) => ({
      ...piece,
      channels: [new Float32Array(piece.channels[0]?.length ?? 0), ...piece.channels],
    }))
    const pieces = played(new TempoChanger(2), silent)
    expect(uniqueItems(pieces).every((sample) => sample === 0)).toBe(true)
    expect(pieces.some(({ channels }) => channels[1]?.some((sample) => sample > 0.5))).toBe(true)
  })
})
