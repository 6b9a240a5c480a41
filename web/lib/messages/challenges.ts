import { GLOPS_CHALLENGE } from '../../../contract/limits.ts'
import { messageOf } from './errors.ts'

/** Messages of daily challenges [1 §8]. */
export const challengeMessages = {
  none: 'No challenges yet. The first one begins when staff have put one into the queue.',
  noneToEnter: 'There is no challenge yet.',
  nothingFound: (query: string) => `No challenge matches ${query}.`,
  searchHint: 'Words are looked for in titles and descriptions.',
  searchFailed: 'The search did not get through.',
  noEntries: 'No entries yet, you should make one!',
  suggestHint: 'Staff read all suggestions. What they take begins on a day to come, under your name.',
  suggested: 'Thanks for your suggestion. Staff will read it.',
  nothingToEnter: 'You have no sketch that could be entered.',
  entered: (challenge: string) => `Entered in ${challenge}.`,
  enters: `It is shown among the entries and earns you ${GLOPS_CHALLENGE} glops. A sketch can be in one challenge.`,
  removed: (challenge: string) => `Removed from ${challenge}.`,
  leaves: `The sketch itself stays. The ${GLOPS_CHALLENGE} glops that the entry earned are taken back.`,
  queueHint: 'One begins each day at 00:00 UTC, the first one first.',
  queueEmpty: 'Nothing is in the queue, so no challenge begins until there is.',
  noSuggestions: 'No suggestions wait to be read.',
} as const

/** Message for a failed entry [1 §8]. */
export const entryFailure = (error: unknown) =>
  `There was a problem entering this competition/challenge: ${messageOf(error)}`

/** "1 entry", "1,204 entries", with a non-breaking space. */
export const entryCountText = (count: number) =>
  `${count.toLocaleString('en')}\u00a0${count === 1 ? 'entry' : 'entries'}`
