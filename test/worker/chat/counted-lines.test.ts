import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHAT_LINES_PER_BLOCK, MEMBER_LIMITS } from '../../../contract/limits.ts'
import { countChatLines } from '../../../worker/domain/users/member-limits.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { addPerson, addRegular } from '../../support/worker/people.ts'

const HOUR_MS = 3_600_000
const { chatLinesPerDay } = MEMBER_LIMITS

type Counted = { hour: number; lines: number }

/** The lines that were counted in the 24 hours before a time, and in the rest of the hour in which they began. */
const linesBefore = (time: number, counted: readonly Counted[]) =>
  counted.filter(({ hour }) => hour + 25 * HOUR_MS > time).reduce((sum, { lines }) => sum + lines, 0)

describe('the count of chat lines', () => {
  it('has the lines that are left of 24 hours, and in any case those that are written', async () => {
    const block = { lines: fc.integer({ min: 1, max: CHAT_LINES_PER_BLOCK.max }), written: fc.nat({ max: 8 }) }
    const blocks = fc.array(fc.record({ ...block, hoursLater: fc.nat({ max: 4 }) }), { minLength: 5, maxLength: 15 })
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.nat({ max: 60 }), blocks, async (isNew, left, blocks) => {
        const { id: userId } = isNew ? await addPerson() : await addRegular()
        const limit = isNew ? chatLinesPerDay.new : chatLinesPerDay.other
        const counted: Counted[] = []
        let now = Date.now()
        for (const { hoursLater, ...block } of [{ lines: limit - left, written: 0, hoursLater: 0 }, ...blocks]) {
          now += hoursLater * HOUR_MS
          const [count] = await countChatLines(openDb(env.DB), [{ userId, ...block }], now)
          const { lines, writesAgainAt } = count ?? { lines: 0, writesAgainAt: 0 }
          expect(lines).toBe(Math.max(block.written, Math.min(block.lines, limit - linesBefore(now, counted))))
          counted.push({ hour: now - (now % HOUR_MS), lines })
          expect(writesAgainAt > 0).toBe(linesBefore(now, counted) >= limit)
          if (writesAgainAt === 0) continue
          expect(linesBefore(writesAgainAt, counted)).toBeLessThan(limit)
          expect(linesBefore(writesAgainAt - 1, counted)).toBeGreaterThanOrEqual(limit)
        }
      }),
      { numRuns: 20 },
    )
  })

  it('has a line for 24 hours, however late in an hour it was written', async () => {
    const [{ id: userId }, hour] = [await addRegular(), Math.floor(Date.now() / HOUR_MS) * HOUR_MS]
    const count = (time: number, lines: number) => countChatLines(openDb(env.DB), [{ userId, lines, written: 0 }], time)
    await count(hour + HOUR_MS - 1, chatLinesPerDay.other)
    expect(await count(hour + 25 * HOUR_MS - 1, 1)).toEqual([{ lines: 0, writesAgainAt: hour + 25 * HOUR_MS }])
    expect(await count(hour + 25 * HOUR_MS, 1)).toEqual([{ lines: 1, writesAgainAt: 0 }])
  })

  it('is made for several members in the order of their blocks', async () => {
    const members = await Promise.all(Array.from({ length: 12 }, addPerson))
    const blocks = members.map(({ id }, index) => ({ userId: id, lines: index + 1, written: 0 })).reverse()
    const [first] = blocks
    if (!first) throw new Error('there are no blocks')
    await countChatLines(openDb(env.DB), [{ ...first, lines: chatLinesPerDay.new - 1 }], Date.now())
    const counted = await countChatLines(openDb(env.DB), blocks, Date.now())
    expect(counted.map(({ lines }) => lines)).toEqual([1, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(counted.map(({ writesAgainAt }) => writesAgainAt > 0)).toEqual(blocks.map((block) => block === first))
  })
})
