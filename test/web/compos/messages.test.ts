import { describe, expect, it } from 'vitest'
import { COMPO_ACTS } from '../../../contract/compo-state.ts'
import { toWireTime } from '../../../contract/time.ts'
import {
  closedText,
  compoMessages,
  deadlineText,
  deviationText,
  exposureText,
  placeSentence,
  resultTexts,
} from '../../../web/lib/messages/compos.ts'

const NOW = new Date(2026, 5, 1, 12).getTime()
const at = (year: number, month: number, day: number) => toWireTime(new Date(year, month - 1, day, 18).getTime())

describe('the texts of compos', () => {
  it('a voter who presses Next or Visit without a choice reads the specified reminder [1 §5]', () => {
    expect(compoMessages.pickFirst).toBe(
      "Please select your choice for best sketch in this group or tap Skip if you really can't decide.",
    )
  })

  it('a vote that could not be sent asks to retry or to contact support [1 §8]', () => {
    expect(compoMessages.voteFailed).toMatch(/try again, or contact support/)
  })

  it('a member who has voted is offered to update the vote [1 §4]', () => {
    expect(COMPO_ACTS.update).toBe('Update your vote')
  })

  it.each([
    [-2.44, '−2.4'],
    [-2.45001, '−2.5'],
    [-0.04, '0.0'],
    [0, '0.0'],
    [0.96, '1.0'],
    [1.5, '1.5'],
    [-12, '−12.0'],
    [1234.5, '1,234.5'],
  ])('a deviation of %f reads %j', (deviation, text) => {
    expect(deviationText(deviation)).toBe(text)
  })

  it.each([
    [1, 'came 1st.'],
    [10, 'came 10th.'],
    [11, 'is in the Top 25.'],
    [250, 'is in the Top 250.'],
    [251, 'took part.'],
    [-1, 'took part.'],
  ])('the artist of an entry in place %i reads that it %s [1 §4]', (place, text) => {
    expect(placeSentence(place)).toBe(text)
  })

  it('a closed compo names its day and the glops of its first places', () => {
    expect(closedText({ endVotingDate: at(2026, 5, 7), group: null, picks: 12 }, NOW)).toBe(
      'Closed on 7 May. Places 1 to 3 earned 100, 60 and 40 glops.',
    )
    expect(closedText({ endVotingDate: at(2025, 5, 7), group: null, picks: 12 }, NOW)).toContain(
      'Closed on 7 May 2025.',
    )
    const group = { id: 'inks', title: 'Inks' }
    expect(closedText({ endVotingDate: at(2026, 5, 7), group, picks: 12 }, NOW)).toBe('Closed on 7 May.')
  })

  it('a compo in which nobody picked a sketch says that it has no places', () => {
    expect(closedText({ endVotingDate: at(2026, 5, 7), group: null, picks: 0 }, NOW)).toBe(
      'Closed on 7 May. Nobody picked a sketch, so there are no places.',
    )
    expect(resultTexts({ voters: 1, picks: 0 })).toEqual(['Nobody picked a sketch, so there are no places.'])
  })

  it.each([
    ['starts', 'Entries open on 7 June at 18:00, in'],
    ['ends', 'Entries close on 7 June at 18:00, in'],
    ['votingEnds', 'Voting ends on 7 June at 18:00, in'],
  ] as const)('the deadline %s reads %j before its countdown', (kind, text) => {
    expect(deadlineText(kind, at(2026, 6, 7), NOW)).toBe(text)
  })

  it('an entry shows how often it was shown and picked', () => {
    expect(exposureText(1082, 61)).toBe('Shown 1,082, picked 61')
  })
})
