import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AdaptiveBitrate,
  BITRATE,
  bitrateFor,
  firstBitrate,
  type NetworkSample,
  nextBitrate,
} from '../../../web/features/streams/publish/bitrate.ts'

const MAX_BITRATE = 4_000_000
const FREE: NetworkSample = { bufferedBytes: 0, roundTripMs: 80, inSync: 10, lagging: 0 }
const FULL: NetworkSample = { ...FREE, bufferedBytes: 5_000_000 }
const network = fc.record({
  bufferedBytes: fc.nat(10_000_000),
  roundTripMs: fc.option(fc.nat(20_000)),
  inSync: fc.nat(300),
  lagging: fc.nat(300),
})
const rate = fc.record({
  bitrate: fc.integer({ min: BITRATE.min, max: MAX_BITRATE }),
  minRoundTripMs: fc.integer({ min: 1, max: 5000 }),
  stableSeconds: fc.nat(100),
})

const afterSamples = (networks: readonly NetworkSample[], from: AdaptiveBitrate = firstBitrate(MAX_BITRATE)) =>
  networks.reduce((before, next) => nextBitrate(before, next, MAX_BITRATE), from)
const repeat = (count: number, sample: NetworkSample) => Array.from({ length: count }, () => sample)

describe('the bitrate of a stream', () => {
  it('the bitrate stays between its minimum and maximum', () => {
    fc.assert(
      fc.property(fc.array(network), (networks) => {
        const { bitrate } = afterSamples(networks)
        return bitrate >= BITRATE.min && bitrate <= MAX_BITRATE
      }),
    )
  })
  it('the bitrate falls at once when more than half a second of data is buffered', () => {
    expect(afterSamples([FULL]).bitrate).toBeLessThan(firstBitrate(MAX_BITRATE).bitrate)
  })
  it('the bitrate falls to its minimum on a connection that stays full', () => {
    expect(afterSamples(repeat(40, FULL)).bitrate).toBe(BITRATE.min)
  })
  it('the bitrate returns to the maximum on a free connection', () => {
    expect(afterSamples([...repeat(40, FULL), ...repeat(40, FREE)]).bitrate).toBe(MAX_BITRATE)
  })
  it('the bitrate rises only after three seconds of a free connection', () => {
    const cut = afterSamples([FULL])
    expect(afterSamples(repeat(3, FREE), cut).bitrate).toBe(cut.bitrate)
    expect(afterSamples(repeat(4, FREE), cut).bitrate).toBeGreaterThan(cut.bitrate)
  })
  it('more buffered data or lagging viewers never raise the bitrate', () => {
    fc.assert(
      fc.property(rate, network, fc.nat(1_000_000), fc.nat(100), (from, sample, waiting, lagging) => {
        const worse = { ...sample, bufferedBytes: sample.bufferedBytes + waiting, lagging: sample.lagging + lagging }
        return nextBitrate(from, worse, MAX_BITRATE).bitrate <= nextBitrate(from, sample, MAX_BITRATE).bitrate
      }),
    )
  })
  it('the bitrate rises although one viewer in ten lags', () => {
    expect(afterSamples(repeat(10, { ...FREE, inSync: 9, lagging: 1 })).bitrate).toBeGreaterThan(
      firstBitrate(MAX_BITRATE).bitrate,
    )
  })
  it('the bitrate falls when half of the viewers lag', () => {
    expect(afterSamples([{ ...FREE, inSync: 5, lagging: 5 }]).bitrate).toBeLessThan(firstBitrate(MAX_BITRATE).bitrate)
  })
  it('the bitrate falls when the round trip is much longer than the shortest', () => {
    const before = afterSamples([FREE])
    expect(afterSamples([{ ...FREE, roundTripMs: 3000 }], before).bitrate).toBeLessThan(before.bitrate)
    expect(afterSamples([{ ...FREE, roundTripMs: 200 }], before).bitrate).toBe(before.bitrate)
  })
  it('a larger picture has a higher maximum', () => {
    expect(bitrateFor(320, 240)).toBe(500_000)
    expect(bitrateFor(640, 480)).toBeLessThan(bitrateFor(1280, 720))
  })
  it('the largest picture has a maximum within the limit', () => {
    expect(bitrateFor(1920, 1080)).toBeLessThanOrEqual(BITRATE.max)
  })
})
