import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { VISITOR_CACHE_SECONDS } from '../../../contract/limits.ts'
import { visitorCache } from '../../../worker/middleware/visitor-cache.ts'

const LIFE_MS = VISITOR_CACHE_SECONDS * 1000

let count = 0
let key: string
beforeEach(() => {
  key = `key ${++count}`
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => vi.useRealTimers())

const textOf = async (produce: () => Promise<string>) => (await visitorCache(key, produce)).text

/** A text that is ready once `finish` was called. */
function slowText(text: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { produce: () => promise.then(() => text), finish: resolve }
}

describe('the cache of texts for visitors', () => {
  it('a text is produced once in five seconds', async () => {
    expect(await textOf(async () => 'first')).toBe('first')
    vi.advanceTimersByTime(LIFE_MS - 1)
    expect(await textOf(async () => 'second')).toBe('first')
    vi.advanceTimersByTime(1)
    expect(await textOf(async () => 'third')).toBe('third')
  })

  it('while one request refreshes a text that has just expired, others get the old one', async () => {
    await textOf(async () => 'old')
    vi.advanceTimersByTime(LIFE_MS + 500)
    const { produce, finish } = slowText('new')
    const refreshed = textOf(produce)
    expect(await textOf(async () => 'not asked for')).toBe('old')
    finish()
    expect(await refreshed).toBe('new')
    expect(await textOf(async () => 'not asked for')).toBe('new')
  })

  it('many new texts drop the oldest ones and keep the latest', async () => {
    const textsOf = (from: number, count: number) =>
      Promise.all(Array.from({ length: count }, (_, at) => visitorCache(`text ${from + at}`, async () => 'first')))
    await textsOf(0, 1)
    await textsOf(1, 400)
    await textsOf(401, 300)
    const again = async (at: number) => (await visitorCache(`text ${at}`, async () => 'again')).text
    expect([await again(300), await again(0)]).toEqual(['first', 'again'])
  })

  it('a text that expired more than a second ago is given to nobody', async () => {
    await textOf(async () => 'old')
    vi.advanceTimersByTime(LIFE_MS + 1000)
    const { produce, finish } = slowText('new')
    const refreshed = textOf(produce)
    expect(await textOf(async () => 'newest')).toBe('newest')
    finish()
    await refreshed
  })
})
