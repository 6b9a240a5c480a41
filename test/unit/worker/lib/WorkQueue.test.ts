import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WorkQueue } from '../../../../worker/lib/WorkQueue.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('scheduler', { wait: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)) })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Asked = { owner: string | null; weight: number; key?: string; takesMs?: number }

/** A queue for a weight of 10, with the names of work in the order in which it began, and those that were refused. */
function openQueue(waitingMax = 40) {
  const queue = new WorkQueue({ weightMax: 10, waitingMax })
  const [begun, refused]: [string[], string[]] = [[], []]
  const ask = (name: string, { takesMs = 1000, key = name, ...work }: Asked) =>
    queue
      .run({ key, ...work }, async () => {
        begun.push(name)
        await new Promise((resolve) => setTimeout(resolve, takesMs))
      })
      .catch(() => refused.push(name))
  return { queue, begun, refused, ask }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const names = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at}`)

describe('a queue of work', () => {
  it('work begins in the order in which it was asked for', async () => {
    const { begun, ask } = openQueue()
    for (const name of names('a', 6)) void ask(name, { owner: null, weight: 10, takesMs: 500 })
    await pass(5000)
    expect(begun).toEqual(names('a', 6))
  })

  it('small work that came later does not delay large work', async () => {
    const { begun, ask } = openQueue()
    for (const name of names('first', 2)) void ask(name, { owner: null, weight: 5 })
    void ask('large', { owner: null, weight: 10 })
    for (const name of names('later', 5)) void ask(name, { owner: null, weight: 1 })
    await pass(1100)
    expect(begun).toEqual(['first0', 'first1', 'large'])
    await pass(1100)
    expect(begun).toHaveLength(8)
  })

  it('equal work does not run at the same time, and does not delay other work', async () => {
    const { begun, ask } = openQueue()
    for (const name of names('equal', 2)) void ask(name, { owner: null, weight: 1, key: 'equal' })
    void ask('other', { owner: null, weight: 1 })
    await pass(500)
    expect(begun).toEqual(['equal0', 'other'])
    await pass(600)
    expect(begun).toEqual(['equal0', 'other', 'equal1'])
  })

  it('work learns that equal work was done while it waited, but not of work that failed or differs', async () => {
    const { queue, ask } = openQueue()
    const learned: boolean[] = []
    const run = (key: string, fails = false) =>
      queue
        .run({ key, owner: null, weight: 1 }, async (isRepeated) => {
          learned.push(isRepeated)
          await new Promise((resolve) => setTimeout(resolve, 100))
          if (fails) throw new Error('it fails')
        })
        .catch(() => undefined)
    void run('equal', true)
    for (let more = 0; more < 3; more++) void run('equal')
    await pass(1000)
    expect(learned).toEqual([false, false, true, true])
    void ask('large', { owner: null, weight: 10 })
    void run('other')
    await pass(2000)
    expect(learned.at(-1)).toBe(false)
  })

  it('an owner runs at most half of the weight at a time, or one work', async () => {
    const { begun, ask } = openQueue()
    for (const name of names('a', 6)) void ask(name, { owner: 'a', weight: 2 })
    void ask('b', { owner: 'b', weight: 6 })
    await pass(500)
    expect(begun).toEqual(['a0', 'a1', 'b'])
  })

  it('work of an owner does not wait while another owner has more than fits', async () => {
    const { begun, ask } = openQueue()
    for (const name of names('flood', 10)) void ask(name, { owner: 'flood', weight: 5 })
    await pass(500)
    void ask('honest', { owner: 'honest', weight: 2 })
    await pass(0)
    expect(begun).toEqual(['flood0', 'honest'])
  })

  it('work of an owner begins before what owners with more work asked for earlier', async () => {
    const { begun, ask } = openQueue()
    for (const owner of ['a', 'b', 'c'])
      for (const name of names(owner, 8)) void ask(name, { owner, weight: 5, takesMs: 500 })
    for (const name of names('honest', 3)) void ask(name, { owner: 'honest', weight: 1, takesMs: 500 })
    await pass(1700)
    expect(begun.slice(0, 6).toSorted()).toEqual(['a0', 'b0', 'c0', ...names('honest', 3)])
  })

  it('the last work in turn is refused when no place is left, and not that of an owner with little work', async () => {
    const { begun, refused, ask } = openQueue(8)
    for (const owner of ['a', 'b', 'c']) for (const name of names(owner, 4)) void ask(name, { owner, weight: 10 })
    await pass(100)
    expect(refused.toSorted()).toEqual(['a3', 'b3', 'c3'])
    void ask('honest', { owner: 'honest', weight: 1 })
    await pass(100)
    expect(refused).toHaveLength(4)
    await pass(5000)
    expect(begun.slice(0, 4)).toContain('honest')
  })

  it('owners who ask for one work after the other do not put off the second work of another', async () => {
    const { queue, begun, ask } = openQueue()
    const askAgain = async (owner: string) => {
      for (let at = 0; at < 20; at++)
        await queue.run({ key: `${owner}${at}`, owner, weight: 10 }, async () => {
          begun.push(owner)
          await new Promise((resolve) => setTimeout(resolve, 200))
        })
    }
    for (const owner of ['a', 'b']) void askAgain(owner)
    await pass(50)
    for (const name of names('honest', 4)) void ask(name, { owner: 'honest', weight: 10, takesMs: 200 })
    await pass(3500)
    expect(begun).toEqual(expect.arrayContaining(names('honest', 4)))
    await pass(10_000)
  })

  it('work that waits for its own owner does not put that of others off', async () => {
    const { begun, ask } = openQueue()
    for (const [at, weight] of [1, 5, 6, 1, 4].entries()) void ask(`a${at}`, { owner: 'a', weight, takesMs: 100 })
    void ask('c', { owner: 'c', weight: 9, takesMs: 100 })
    await pass(50)
    void ask('honest', { owner: 'honest', weight: 2, takesMs: 100 })
    await pass(300)
    expect(begun).toContain('honest')
  })

  it('work that waits for too long is refused', async () => {
    const { begun, refused, ask } = openQueue()
    for (const name of names('a', 4)) void ask(name, { owner: null, weight: 10, takesMs: 9000 })
    await pass(16_000)
    expect([begun, refused]).toEqual([
      ['a0', 'a1'],
      ['a2', 'a3'],
    ])
  })

  it('work whose request was cancelled while it waited delays no other', async () => {
    const { queue, begun, ask } = openQueue()
    void ask('first', { owner: null, weight: 10 })
    vi.stubGlobal('scheduler', { wait: () => new Promise(() => undefined) })
    void queue.run({ key: 'cancelled', owner: null, weight: 10 }, async () => void begun.push('cancelled'))
    await pass(500)
    vi.stubGlobal('scheduler', { wait: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)) })
    void ask('second', { owner: null, weight: 10 })
    await pass(1500)
    expect(begun).toEqual(['first', 'second'])
  })

  it('whatever three others ask for, work of an owner without other work waits for one work of each', async () => {
    const asked = fc.record({ owner: fc.constantFrom('a', 'b', 'c'), weight: fc.integer({ min: 1, max: 10 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(asked, { maxLength: 30 }), fc.integer({ min: 1, max: 10 }), async (others, weight) => {
        const { begun, ask } = openQueue()
        for (const [at, work] of others.entries()) void ask(`other${at}`, { ...work, takesMs: 100 })
        await pass(50)
        void ask('honest', { owner: 'honest', weight, takesMs: 100 })
        // The running work ends, then one of each owner, each noticed by the next within 20 ms.
        await pass(50 + 3 * 120 + 20)
        expect(begun).toContain('honest')
        await pass(5000)
      }),
      { numRuns: 50 },
    )
  })
})
