import { GLOPS_OF_PLACES, placeLabel } from '../../../contract/compo-places.ts'
import type { CompoItem } from '../../../contract/http/compo-item.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { countText, dayText, numberText, timeText } from '../format.ts'

const ENTRY_HINT = 'You can remove it from the compo until the deadline. A sketch can be in only one compo.'

/** Messages of compos [1 §4], [1 §8]. */
export const compoMessages = {
  none: 'No compos yet. The first one appears here when staff open it.',
  noneOpen: 'No compo is open for you right now.',
  removalWhileOpen: 'You can remove an entry until the deadline.',
  namesHidden: 'Names are not shown here until the results.',
  noPlaces: 'Nobody picked a sketch, so there are no places.',
  counting: 'The votes are being counted.',
  votersHint:
    'How likely the result makes the picks of each voter, compared with those of all voters. Far below zero can mean another taste, careless picks or votes for friends. It proves nothing by itself. Opening this list is noted in the staff log.',
  noVoters: 'Nobody picked a sketch in this compo.',
  disqualified: 'by staff, after the result',
  entered: (compo: string) => `Entered in ${compo}.`,
  enteredInSeveral: (compos: number) => `Entered in ${countText(compos, 'compo')}.`,
  entryHint: ENTRY_HINT,
  entriesHint: 'You can remove them from the compo until the deadline.',
  invited: (compo: string) => `Invited into ${compo}. The artist is told.`,
  inviteHint: 'The artist is told, and decides.',
  inviteDeclined: 'The invite is declined.',
  acceptHint: 'Only if the artist told you so. Otherwise they answer on the page of the sketch.',
  artistIsFull: 'The artist has entered as many sketches as this compo allows.',
  withdrawHint: 'The artist no longer sees it. The sketch can be invited again.',
  joinToEnter: 'Upload a new sketch, or choose one of yours. Members vote on all entries, without names.',
  removalHint: 'Your sketch is kept. You can enter it again until the deadline.',
  staffRemovalHint: 'The sketch is kept. It leaves the compo, and the votes for it no longer count.',
  loginToVote: 'You must be logged in to vote.',
  tooFewEntries: 'There are too few entries by others to compare.',
  tooNew: 'You can vote once you have been a member for a day.',
  voteNotBegun: 'The voting hasn’t begun yet.',
  pickFirst: "Please select your choice for best sketch in this group or tap Skip if you really can't decide.",
  voteHint: 'Pick the best one.',
  voteKeysHint: 'Pick the best one (keys 1 to 4 work too).',
  skippedBefore: 'You skipped this set before.',
  voteFailed: 'Sorry, your vote could not be sent. Please try again, or contact support if it keeps failing.',
  voted: 'Thanks for voting.',
  skipped: 'You skipped this set.',
  pickGone: 'Your pick is no longer shown.',
  keyHint: 'Lower-case letters, digits and hyphens. It becomes the address and can’t be changed.',
  keyInvalid: 'Use lower-case letters, digits and hyphens.',
  titleMissing: 'Give the compo a title.',
  dateMissing: 'Choose a date and a time.',
  thumbnailHint: 'Number or link of a listed sketch. Left empty, the compo has no picture.',
  thumbnailInvalid: 'That isn’t the number or link of a listed sketch.',
  groupHint: 'The address of a group whose members enter it. Left empty, everyone can enter.',
  groupInvalid: 'There is no group with this address.',
  saved: (title: string) => `${title} is saved.`,
  reporting: 'A gloperator will read the title, description and dates of this compo as they are now.',
  deleteHint: 'It disappears, and its address is free again. A compo with entries, votes or comments can’t be deleted.',
  deleted: (title: string) => `${title} was deleted.`,
} as const

/**
 * Sentence for a compo whose entries are over and of which none is listed. Only visitors see that there are none: entries
 * of blocked artists are not listed to a member.
 */
export const noEntriesText = (isVisitor: boolean) => (isVisitor ? 'Nobody entered this compo.' : 'No entries to show.')

type Closed = Pick<CompoItem, 'endVotingDate' | 'group'> & { picks: number }

/**
 * "Closed on 7 June. Places 1 to 3 earned 100, 60 and 40 glops."; a compo of a group, or without a pick, gives none.
 */
export function closedText({ endVotingDate, group, picks }: Closed, now: number): string {
  const closed = `Closed on ${dayText(endVotingDate, now)}.`
  if (picks === 0) return `${closed} ${compoMessages.noPlaces}`
  const [first, second, third] = GLOPS_OF_PLACES.map(({ glops }) => glops)
  return group ? closed : `${closed} Places 1 to 3 earned ${first}, ${second} and ${third} glops.`
}

/** "You can enter up to 3 sketches.", "You have entered 1 of 3 sketches." */
export const entryLimitText = (entered: number, max: number): string =>
  entered === 0 ? `You can enter up to ${max} sketches.` : `You have entered ${entered} of ${max} sketches.`

/** "You judged 2 of 10 sets." */
export const judgedText = (judged: number, total: number): string =>
  `You judged ${judged === total ? `all ${countText(total, 'set')}` : `${judged} of ${countText(total, 'set')}`}.`

/** "You judged 8 of 10 sets. Only you see this page." */
export function receiptText(judged: number, total: number): string {
  return `${judgedText(judged, total)} Only you see this page.`
}

/** "7 June at 18:00" */
export const momentText = (wireTime: string, now: number) =>
  `${dayText(wireTime, now)} at ${timeText(fromWireTime(wireTime))}`

/** "Voting ends on 7 June at 18:00." */
export const votingEndText = (wireTime: string, now: number) => `Voting ends on ${momentText(wireTime, now)}.`

/** Why the page counts down: "Entries close on 7 June at 18:00, in". */
export function deadlineText(kind: 'starts' | 'ends' | 'votingEnds', wireTime: string, now: number): string {
  const what = { starts: 'Entries open', ends: 'Entries close', votingEnds: 'Voting ends' }[kind]
  return `${what} on ${momentText(wireTime, now)}, in`
}

/** End of the sentence about an entry in its result: "came 2nd.", "is in the Top 25.", "took part." */
export function placeSentence(place: number): string {
  const label = placeLabel(place)
  if (!label) return 'took part.'
  return label.startsWith('Top') ? `is in the ${label}.` : `came ${label}.`
}

/** "Shown 82, picked 61" */
export const exposureText = (seen: number, picks: number) => `Shown ${numberText(seen)}, picked ${numberText(picks)}`

/** "−2.4", in standard deviations. */
export const deviationText = (deviation: number) =>
  deviation
    .toLocaleString('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'negative' })
    .replace('-', '−')

/** "Voters saw four sketches at a time, …" with how often each was shown and picked. */
export function resultTexts({ voters, picks }: { voters: number; picks: number }): readonly string[] {
  if (picks === 0) return [compoMessages.noPlaces]
  return [
    'Voters saw up to four sketches at a time, without names, and picked the best one. Those that had been seen least came first, so that every entry was shown about equally often.',
    `From the ${countText(picks, 'pick')} of ${countText(voters, 'voter')} we computed the order that explains them best (a Plackett–Luce fit). It counts who each sketch was up against, so a hard set does not cost a place. Skips count as a tie of all four. The same votes always give the same result, and ties share a place.`,
    'If staff disqualify an entry after the result, it loses its place, and those behind it move up. Its votes still count in the computation, so that nothing else changes.',
  ]
}
