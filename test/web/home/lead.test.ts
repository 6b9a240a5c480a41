import { describe, expect, it } from 'vitest'
import { leadAction } from '../../../contract/home-lead.ts'
import { toWireTime } from '../../../contract/time.ts'
import { timeLeftText } from '../../../web/lib/messages/compo-state.ts'

const open = { state: 'open', group: null, entries: 4, canEnter: true, canVote: false, hasVoted: false } as const
const voting = { ...open, state: 'voting', canEnter: false, canVote: true } as const

describe('what a viewer does next in the compo that leads the home page [1 §4]', () => {
  it.each([
    ['enters an open compo', open, false, 'enter'],
    ['looks at the entries of an open compo that takes none of them', { ...open, canEnter: false }, false, 'entries'],
    ['votes', voting, false, 'vote'],
    ['updates the vote', { ...voting, hasVoted: true }, false, 'update'],
    ['looks at the entries if they may not vote', { ...voting, canVote: false }, false, 'entries'],
    ['sees the results of a closed compo', { ...voting, state: 'closed' as const }, false, 'results'],
    ['is invited to enter as a visitor', { ...open, canEnter: false }, true, 'enter'],
    ['is invited to vote as a visitor', { ...voting, canVote: false }, true, 'vote'],
    [
      'looks at the entries as a visitor if there is nothing to compare',
      { ...voting, canVote: false, entries: 1 },
      true,
      'entries',
    ],
    [
      'looks at the entries of a compo of a group as a visitor',
      { ...open, canEnter: false, group: {} },
      true,
      'entries',
    ],
  ] as const)('the viewer %s', (_what, compo, isVisitor, action) => {
    expect(leadAction(compo, isVisitor)).toBe(action)
  })
})

describe('the deadline of the compo that leads the home page', () => {
  const NOW = Date.UTC(2026, 5, 1, 12)
  const at = (minutes: number) => toWireTime(NOW + minutes * 60_000)
  const left = (minutes: number) =>
    timeLeftText({ state: 'open', endDate: at(minutes), endVotingDate: at(100_000) }, NOW)

  it.each([
    [0, '1 minute'],
    [90, '90 minutes'],
    [100, '2 hours'],
    [36 * 60, '36 hours'],
    [40 * 60, '2 days'],
    [20 * 24 * 60, '20 days'],
  ])('%i minutes are shown as %s', (minutes, text) => {
    expect(left(minutes)).toBe(`entries close in ${text}`)
  })

  it('a compo in voting shows the end of voting, and a closed one its day', () => {
    const dates = { endDate: at(-60), endVotingDate: at(120) }
    expect(timeLeftText({ state: 'voting', ...dates }, NOW)).toBe('voting ends in 2 hours')
    expect(timeLeftText({ state: 'closed', ...dates }, NOW)).toBe('closed on 1 June')
  })
})
