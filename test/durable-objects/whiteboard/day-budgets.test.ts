import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { BOARD_DAY_DRAWING } from '../../../contract/limits.ts'
import type { DrawCommand } from '../../../contract/socket/draw-commands.ts'
import { DayBudgets } from '../../../durable-objects/whiteboard/DayBudgets.ts'
import { line } from '../../support/unit/board.ts'
import { addPerson } from '../../support/worker/people.ts'
import { boardObject, enterBoard, resetBoard } from '../../support/worker/whiteboard.ts'

const HOUR_MS = 3_600_000
const ROUNDING = 1e-6
const { capacity, perSecond } = BOARD_DAY_DRAWING
const strokes = Array.from({ length: 300 }, (_, y) => line(10, y, 600, y) as DrawCommand)

afterEach(resetBoard)

const inStorage = <T>(work: (sql: SqlStorage) => T): Promise<T> =>
  runInDurableObject(boardObject(), (_board, { storage }) => work(storage.sql))

/** Lets a member draw what is left of a day at a time, and the board hibernate. */
async function useUp(userId: number, at: number): Promise<void> {
  await inStorage((sql) => {
    const budgets = new DayBudgets(sql)
    const spent = budgets.bucketOf(userId).spend(capacity, at)
    if (spent) budgets.set(userId, spent)
  })
  await evictDurableObject(boardObject(), { webSockets: 'close' })
}

describe('the drawing of a member in a day [2 §7]', () => {
  it('counts after the board has hibernated', async () => {
    const mira = await addPerson()
    await useUp(mira.id, Date.now())
    const client = await enterBoard(mira)
    const { sequence } = client.drawWithoutWaiting(...strokes)
    expect(await client.next('refused')).toEqual({ type: 'refused', sequence, code: 'day_limit' })
  })

  it('refills while the board hibernates', async () => {
    const mira = await addPerson()
    await useUp(mira.id, Date.now() - HOUR_MS)
    const client = await enterBoard(mira)
    await client.draw(...strokes)
    expect(client.counts.get('refused')).toBeUndefined()
  })

  it('is forgotten when it has refilled', async () => {
    const mira = await addPerson()
    await useUp(mira.id, Date.now() - 25 * HOUR_MS)
    expect(await inStorage((sql) => sql.exec('SELECT * FROM budgets').toArray())).toEqual([])
  })

  it('has its limit however often the board hibernates, which loses an eighth of it at most', async () => {
    const step = fc.record({
      cost: fc.integer({ min: 1, max: 4005 }),
      seconds: fc.nat({ max: 20 }),
      wakes: fc.boolean(),
    })
    await inStorage((sql) =>
      fc.assert(
        fc.property(fc.nat({ max: 100_000 }), fc.array(step, { minLength: 1, maxLength: 300 }), (left, steps) => {
          const start = Date.now()
          sql.exec('INSERT OR REPLACE INTO budgets VALUES (1, ?, ?)', left, start)
          let budgets = new DayBudgets(sql)
          let [now, drawn, drawnAwake] = [start, 0, 0]
          for (const { cost, seconds, wakes } of steps) {
            now += seconds * 1000
            const before = budgets.bucketOf(1).tokensAt(now)
            if (wakes) {
              budgets = new DayBudgets(sql)
              const lost = before - budgets.bucketOf(1).tokensAt(now)
              expect(lost).toBeGreaterThan(-ROUNDING)
              expect(lost).toBeLessThan(Math.min(1000, drawnAwake / 8) + ROUNDING)
              drawnAwake = 0
            }
            const spent = budgets.bucketOf(1).spend(cost, now)
            if (!spent) continue
            budgets.set(1, spent)
            drawn += cost
            drawnAwake += cost
          }
          expect(drawn).toBeLessThan(left + (perSecond * (now - start)) / 1000 + ROUNDING)
        }),
      ),
    )
  })

  it.each([
    ['at 80 a second, as an artist does', 20, 4],
    ['at 12 a second, which refills at once', 6, 2],
  ])('is stored again after a thousand, so that drawing %s costs few rows', async (_name, cost, batchesPerSecond) => {
    const storedAt = await inStorage((sql) => {
      const budgets = new DayBudgets(sql)
      const times = new Set<unknown>()
      for (let [batch, now] = [0, Date.now()]; batch < 2000; batch++, now += 1000 / batchesPerSecond) {
        const spent = budgets.bucketOf(1).spend(cost, now)
        if (spent) budgets.set(1, spent)
        times.add(sql.exec('SELECT at FROM budgets WHERE user_id = 1').one().at)
      }
      return times
    })
    // More often until an eighth of what was drawn is a thousand.
    expect(storedAt.size).toBeLessThan(100)
  })
})
