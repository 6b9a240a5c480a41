import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DelayQueue } from '../../../../durable-objects/realtime/DelayQueue.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1000 }))
afterEach(() => vi.useRealTimers())

it("each client's items are released at their own time, whatever was added first", () => {
  const released: { client: number; at: number }[] = []
  const queue = new DelayQueue<{ client: number }>(({ client }) => released.push({ client, at: Date.now() }))
  for (const [client, at] of [
    [1, 9000],
    [2, 3000],
    [3, 5000],
    [2, 4000],
  ] as const)
    queue.add({ client }, at, 1000)
  vi.advanceTimersByTime(10_000)
  expect(released).toEqual([
    { client: 2, at: 3000 },
    { client: 2, at: 4000 },
    { client: 3, at: 5000 },
    { client: 1, at: 9000 },
  ])
})
