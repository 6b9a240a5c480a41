import { describe, expect, it } from 'vitest'
import type { AwardState } from '../../../contract/award-state.ts'
import type { AwardCategory, AwardsInfo } from '../../../contract/http/awards.ts'
import { toWireTime } from '../../../contract/time.ts'
import { awardMessages, categoryFacts, stateSentence } from '../../../web/lib/messages/awards.ts'

const noon = (year: number, month: number, day: number) => toWireTime(new Date(year, month - 1, day, 12).getTime())
const NOW = new Date(2026, 11, 15, 12).getTime()
const dates = {
  nominationsStart: noon(2026, 12, 1),
  nominationsEnd: noon(2026, 12, 31),
  votingStart: noon(2027, 1, 1),
  votingEnd: noon(2027, 1, 31),
}
const sentence = (state: AwardState, fields: Partial<AwardsInfo> = {}, now = NOW) =>
  stateSentence({ state, dates, categories: [], ...fields } as AwardsInfo, now)
const votedIn = (...voted: boolean[]) => voted.map((hasVoted) => ({ hasVoted }) as AwardCategory)

describe('the sentence about the state of the awards of a year', () => {
  it.each([
    ['upcoming', 'Nominations open on 1 December.'],
    ['nominating', 'Nominations are open until 31 December.'],
    ['waiting', 'Nominations are closed. Voting opens on 1 January 2027.'],
    ['voting', 'Voting is open until 31 January 2027.'],
    ['closed', 'Voting closed on 31 January 2027.'],
    ['none', ''],
  ] as const)('a year that is %s reads %j', (state, text) => {
    expect(sentence(state)).toBe(text)
  })

  it('a day of the same year has no year', () => {
    expect(sentence('voting', {}, new Date(2027, 0, 15, 12).getTime())).toBe('Voting is open until 31 January.')
  })

  it('a year without dates has no sentence', () => {
    expect(sentence('voting', { dates: null })).toBe('')
  })

  it('a member who has voted sees in how many categories, while voting is open', () => {
    const categories = votedIn(true, false, true)
    const text = 'Voting is open until 31 January 2027. You have voted in 2 of 3 categories.'
    expect(sentence('voting', { categories })).toBe(text)
    expect(sentence('voting', { categories: votedIn(true) })).toContain('You have voted in 1 of 1 category.')
    expect(sentence('voting', { categories: votedIn(false, false) })).toBe('Voting is open until 31 January 2027.')
    expect(sentence('closed', { categories })).toBe('Voting closed on 31 January 2027.')
  })
})

describe('nominations', () => {
  it('a nomination without a category reads the specified reminder [1 §5]', () => {
    expect(awardMessages.noCategory).toBe('Please choose an award category')
  })

  it('a nomination that failed reads the specified message [1 §8]', () => {
    expect(awardMessages.nominationFailed).toBe('Sorry there was an error posting the nomination.')
  })
})

describe('the facts of a category', () => {
  const facts = (nominees: number, votes: number | null) =>
    categoryFacts({ artists: Array(nominees), sketches: [] as unknown[], votes } as AwardCategory)

  it('nominees are counted, and votes once there are any', () => {
    expect(facts(6, 4118)).toBe('6 nominees, 4,118 votes')
    expect(facts(1, 1)).toBe('1 nominee, 1 vote')
    for (const votes of [0, null]) expect(facts(6, votes)).toBe('6 nominees')
  })
})
