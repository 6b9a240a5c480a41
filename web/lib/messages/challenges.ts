import { GLOPS_FOR_CHALLENGE } from '../../../contract/limits.ts'
import { countText } from '../format.ts'

type NewEntry = { title: string; challenge: { id: number; title: string } }

/** "Enter Ebb in Low tide?", "Enter 3 sketches in 2 challenges?" */
function enterTitle(entries: readonly NewEntry[]): string {
  const [first] = entries
  const challenges = new Map(entries.map(({ challenge }) => [challenge.id, challenge.title]))
  const what = first && entries.length === 1 ? first.title : countText(entries.length, 'sketch', 'sketches')
  const where = first && challenges.size === 1 ? first.challenge.title : countText(challenges.size, 'challenge')
  return `Enter ${what} in ${where}?`
}

/** Messages of daily challenges [1 §8]. */
export const challengeMessages = {
  none: 'No challenges yet. The first one starts as soon as staff add one to the queue.',
  noChallengesToEnter: 'No challenges yet.',
  nothingFound: (query: string) => `No challenge matches ${query}.`,
  searchHint: 'Searches titles and descriptions.',
  searchFailed: 'The search failed.',
  suggestHint: 'Staff read every suggestion. Accepted ideas are scheduled and credited to you.',
  suggested: 'Thanks for your suggestion! Staff will read it.',
  entered: (challenge: string) => `Entered in ${challenge}.`,
  entryHint: `It will appear among the entries and earn you ${GLOPS_FOR_CHALLENGE} glops. A sketch can be in one challenge.`,
  entriesHint: `They will appear among the entries and earn you ${GLOPS_FOR_CHALLENGE} glops each.`,
  enterTitle,
  joinToEnter: `Upload a new sketch, or choose one of yours. It will appear among the entries and earn you ${GLOPS_FOR_CHALLENGE} glops.`,
  noChallenge: 'No challenge',
  unlistedHint: 'An unlisted sketch can’t be in a challenge.',
  removalHint: `Your sketch is kept. You lose the ${GLOPS_FOR_CHALLENGE} glops the entry earned.`,
  nextIn: 'Next challenge in',
  edited: 'Saved. Everyone sees the new words.',
  queueHint: 'One starts each day at 00:00 UTC, from the top of the queue.',
  queueEmpty: 'The queue is empty, so no new challenge will start.',
  noSuggestions: 'No suggestions to review.',
} as const
