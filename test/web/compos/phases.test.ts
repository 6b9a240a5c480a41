import { describe, expect, it } from 'vitest'
import { toWireTime } from '../../../contract/time.ts'
import { nextDeadline, pollDelay } from '../../../web/features/compos/phases.ts'
import { countdownText } from '../../../web/lib/countdown-text.ts'

const NOW = Date.UTC(2026, 5, 1, 12)
const at = (hours: number) => toWireTime(NOW + hours * 3_600_000)
const compo = { state: 'open', startDate: at(-1), endDate: at(24), endVotingDate: at(48), result: null } as const
const result = { date: at(0), voters: 3, picks: 12 }

describe('the deadlines of a compo', () => {
  it('the countdown leads to the start, the end of entries, and the end of voting', () => {
    expect(nextDeadline({ ...compo, startDate: at(1) }, NOW)).toEqual({ kind: 'starts', date: at(1) })
    expect(nextDeadline(compo, NOW)).toEqual({ kind: 'ends', date: at(24) })
    expect(nextDeadline({ ...compo, state: 'voting' }, NOW)).toEqual({ kind: 'votingEnds', date: at(48) })
    expect(nextDeadline({ ...compo, state: 'closed' }, NOW)).toBeNull()
  })

  it.each([
    [(2 * 86_400 + 7 * 3600 + 41 * 60 + 16) * 1000, '2 days 07:41:16'],
    [86_400_000, '1 day 00:00:00'],
    [59_001, '00:01:00'],
    [1, '00:00:01'],
    [-5000, '00:00:00'],
  ])('%i ms are shown as %s', (left, text) => {
    expect(countdownText(left)).toBe(text)
  })
})

describe('asking for news of a compo', () => {
  it('nothing is asked before a deadline, and after the result', () => {
    expect(pollDelay(compo, NOW)).toBe(false)
    expect(pollDelay({ ...compo, state: 'closed', result }, NOW)).toBe(false)
  })

  it('a state that lags behind the deadline is asked again', () => {
    expect(pollDelay({ ...compo, endDate: at(0) }, NOW)).toBeGreaterThan(0)
  })

  it('the result is asked for while the votes are counted', () => {
    expect(pollDelay({ ...compo, state: 'closed' }, NOW)).toBeGreaterThan(0)
  })
})
