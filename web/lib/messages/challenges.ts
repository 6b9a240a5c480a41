import { ENTRIES_WITH_GLOPS_MAX, GLOPS_FOR_CHALLENGE } from '../../../contract/limits.ts'

const EARNING = `Your first ${ENTRIES_WITH_GLOPS_MAX} entries in a challenge earn you ${GLOPS_FOR_CHALLENGE} glops each, in one challenge a day.`

/** Messages of challenges [1 §8]. */
export const challengeMessages = {
  none: 'No challenges yet. The first one starts as soon as staff add one to the queue.',
  noChallengesToEnter: 'No challenges yet.',
  nothingFound: (query: string) => `No challenge matches ${query}.`,
  searchHint: 'Searches titles and descriptions.',
  searchFailed: 'The search failed.',
  suggestHint: 'Staff read every suggestion. Accepted ideas are scheduled and credited to you.',
  waiting: 'Waiting for staff:',
  takenBack: (title: string) => `You took back ${title}.`,
  suggested: 'Thanks for your suggestion! Staff will read it.',
  entered: (challenge: string) => `Entered in ${challenge}.`,
  entryHint: `It will appear among the entries. ${EARNING} A sketch can be in only one challenge.`,
  entriesHint: `They will appear among the entries. ${EARNING}`,
  joinToEnter: `Upload a new sketch, or choose one of yours. It will appear among the entries. ${EARNING}`,
  staffRemovalHint: `The sketch is kept. If the entry earned ${GLOPS_FOR_CHALLENGE} glops, its artist loses them.`,
  removalHint: `Your sketch is kept. If the entry earned you ${GLOPS_FOR_CHALLENGE} glops, you lose them.`,
  openHint: (group: string) =>
    `It begins today and takes entries of the members of ${group} for as long as they like. A group can open one a day (UTC).`,
  opened: (challenge: string) => `${challenge} is open. Members of the group can enter it now.`,
  deleteHint: 'It disappears, and so do the notifications about it. A challenge with entries can’t be deleted.',
  deleted: (challenge: string) => `${challenge} was deleted.`,
  nextIn: 'Next challenge in',
  reporting: 'A gloperator will read the title and description of this challenge as they are now.',
  edited: 'Saved. Everyone sees the new words.',
  queueHint: 'One starts each day at 00:00 UTC, from the top of the queue.',
  queueEmpty: 'The queue is empty, so no new challenge will start.',
  noSuggestions: 'No suggestions to review.',
} as const
