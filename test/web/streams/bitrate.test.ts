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

const MOST = 4_000_000
const FREE: NetworkSample = { bufferedBytes: 0, roundTripMs: 80, inSync: 10, lagging: 0 }
const FULL: NetworkSample = { ...FREE, bufferedBytes: 5_000_000 }
const way = fc.record({
  bufferedBytes: fc.nat(10_000_000),
  roundTripMs: fc.option(fc.nat(20_000)),
  inSync: fc.nat(300),
  lagging: fc.nat(300),
})
const rate = fc.record({
  bitrate: fc.integer({ min: BITRATE.min, max: MOST }),
  shortestMs: fc.integer({ min: 1, max: 5000 }),
  calmSeconds: fc.nat(100),
})

const through = (ways: readonly NetworkSample[], from: AdaptiveBitrate = firstBitrate(MOST)) =>
  ways.reduce((before, next) => nextBitrate(before, next, MOST), from)
const times = (count: number, one: NetworkSample) => Array.from({ length: count }, () => one)

describe('the bitrate of a stream', () => {
  it('stays between the least and the most whatever the way is like', () => {
    fc.assert(
      fc.property(fc.array(way), (ways) => {
        const { bitrate } = through(ways)
        return bitrate >= BITRATE.min && bitrate <= MOST
      }),
    )
  })
  it('goes down at once where more waits than is coded in half a second', () => {
    expect(through([FULL]).bitrate).toBeLessThan(firstBitrate(MOST).bitrate)
    expect(through(times(40, FULL)).bitrate).toBe(BITRATE.min)
  })
  it('comes back to the most once the way is free', () => {
    expect(through([...times(40, FULL), ...times(40, FREE)]).bitrate).toBe(MOST)
  })
  it('does not rise before the way was free for three seconds', () => {
    const cut = through([FULL])
    expect(through(times(3, FREE), cut).bitrate).toBe(cut.bitrate)
    expect(through(times(4, FREE), cut).bitrate).toBeGreaterThan(cut.bitrate)
  })
  it('is never higher for more that waits, or for more lagging viewers', () => {
    fc.assert(
      fc.property(rate, way, fc.nat(1_000_000), fc.nat(100), (from, one, waiting, lagging) => {
        const worse = { ...one, bufferedBytes: one.bufferedBytes + waiting, lagging: one.lagging + lagging }
        return nextBitrate(from, worse, MOST).bitrate <= nextBitrate(from, one, MOST).bitrate
      }),
    )
  })
  it('does not follow one viewer of ten who lags, and follows where half do', () => {
    expect(through(times(10, { ...FREE, inSync: 9, lagging: 1 })).bitrate).toBeGreaterThan(firstBitrate(MOST).bitrate)
    expect(through([{ ...FREE, inSync: 5, lagging: 5 }]).bitrate).toBeLessThan(firstBitrate(MOST).bitrate)
  })
  it('goes down where a round trip takes much longer than the shortest did', () => {
    const before = through([FREE])
    expect(through([{ ...FREE, roundTripMs: 3000 }], before).bitrate).toBeLessThan(before.bitrate)
    expect(through([{ ...FREE, roundTripMs: 200 }], before).bitrate).toBe(before.bitrate)
  })
  it('is no more than a picture of that size can use', () => {
    expect(bitrateFor(320, 240)).toBe(500_000)
    expect(bitrateFor(1920, 1080)).toBeLessThanOrEqual(BITRATE.max)
    expect(bitrateFor(640, 480)).toBeLessThan(bitrateFor(1280, 720))
  })
})
