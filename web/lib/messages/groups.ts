import { compoState } from '../../../contract/compo-state.ts'
import type { GroupEvent } from '../../../contract/http/groups.ts'
import {
  GROUP_REQUESTER_MIN_AGE,
  GROUP_VOTE_DAYS,
  GROUPS_PER_SKETCH_MAX,
  PENDING_GROUP_REQUESTS_MAX,
} from '../../../contract/limits.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { CallError } from '../call.ts'
import { countText, utcDateText } from '../format.ts'
import { stateText } from './compo-state.ts'
import { messageOf } from './errors.ts'

/** Messages of groups [2 §8]. */
export const groupMessages = {
  invalid: 'Invalid group',
  none: 'No groups yet. Request the first one.',
  noneOfYours: 'You haven’t joined a group yet.',
  nothingFound: (query: string) => `Sorry no matching groups found for ${query}`,
  searchHint: 'Searches names and descriptions.',
  noEvents: 'No events yet. Compos and challenges of groups will appear here.',
  noEventsOfGroup: 'No events yet. Compos and challenges of this group will appear here.',
  noRequests: 'No requests are open for votes.',
  noSketches: 'No sketches yet. Join and add the first one.',
  loginToRequest: 'Log in to request a group or to vote.',
  requestHint: `You must be ${GROUP_REQUESTER_MIN_AGE} or older. Members vote for ${GROUP_VOTE_DAYS} days, then group admins decide. You can have ${PENDING_GROUP_REQUESTS_MAX} open requests.`,
  requestIncomplete: 'Please fill in all the info',
  thumbnailMissing: 'Groups must have a thumbnail sketch',
  noOwnSketches: 'You have no sketches yet. Upload one to use it as the thumbnail.',
  requested: 'Requested. Other members can now vote for it.',
  overTen: `Sorry a sketch cannot be in more than ${GROUPS_PER_SKETCH_MAX} groups.`,
  noRules: 'This group has no rules of its own. The community guidelines apply.',
  ownerLeaveHint:
    'Offer the group to another member before you leave: open the menu beside their name in the list of members. Once they accept, you can leave.',
  closeHint:
    'You’re its only member. Nobody will see the group, its discussion and its chat room any more, and nobody can open it again. Sketches stay with their artists.',
  closed: (group: string) => `${group} is closed.`,
  hiddenMark: { staff: 'Hidden', owner: 'Closed' },
  hiddenNotice: {
    staff: 'Staff have hidden this group. Only staff and group admins see it.',
    owner: 'The owner has closed this group. Only staff and group admins see it.',
  },
  leaveHint: 'Your sketches stay in its gallery. You can join again at any time.',
  added: (group: string) => `Added to ${group}.`,
  queued: (group: string) => `Sent to ${group}. A group admin decides.`,
  suggestHint:
    'You don’t have to be a member. The group’s members add their own sketches directly; a group admin decides on others.',
  linkInvalid: 'Paste the address of a sketch’s page.',
  pasteLink: 'Paste the address of the sketch’s page',
  lookingUp: 'Looking for the sketch…',
  noSuchSketch: 'There is no such sketch in the lists that you see.',
  reporting: 'A gloperator will read the name, description and rules of this group as they are now.',
  removed: (group: string) => `Removed from ${group}.`,
  removeHint: 'It leaves the gallery of this group. The sketch itself stays.',
  featured: (sketch: string) => `${sketch} is now featured.`,
  featureHint: 'This spends one of the group’s stars for this month and can’t be undone.',
  starsLeft: (stars: number) => `${countText(stars, 'star')} left to give this month. Each one features a sketch.`,
  offerHint: 'They get a notification. If they accept, they decide about the group, and you stay as a moderator.',
  offerAsAdminHint:
    'They get a notification. If they accept, the present owner stays as a moderator. This is written to the staff log.',
  offerMade: (nickname: string) => `Offered. ${nickname} accepts or declines.`,
  offered:
    'You’re offered this group. If you accept, you’re its owner, and its name, description and rules are yours to answer for.',
  offeredTo: (nickname: string) => `This group is offered to ${nickname}.`,
  offerAccepted: 'The group is yours.',
  offerDeclined: 'Offer declined.',
  offerWithdrawn: 'Offer withdrawn.',
  asAdminHint: 'You don’t run this group, so this is written to the staff log.',
  discussionHint: 'Ideas, questions and plans of the group. Everyone can read and write here.',
  waiting: 'Waiting for a decision. Untick to take it back.',
  notYours: 'Untick to take the sketch out of this group.',
  notYoursToRemove: 'Its artist and those who run this group can take it out.',
  notJoined: 'You’re not in this group. A group admin decides about your sketch.',
  notInGroups: 'You haven’t joined a group yet. Join one to add your sketches to it.',
  pending: 'Waiting for a decision',
  approved: 'Approved',
  deleted: 'Not approved',
  takenBack: 'Taken back',
  takeBackHint: 'Its votes are lost. You can request the group again.',
} as const

/** Messages of the pages of group admins [2 §8]. */
export const groupAdminMessages = {
  only: 'This page is for group admins.',
  approveHint: (nickname: string, title: string) =>
    `${title} opens with ${nickname} as its owner. Its name and address can’t be changed later. ${nickname} reads your message.`,
  approveFailed: 'Error approving request.',
  deleteFailed: 'Error deleting group request.',
  rejectFailed: 'Error rejecting request.',
  officialFailed: (title: string) => `Error changing official status for group ${title}`,
  suggestFailed: 'Sorry, there was an error. Please try again in a bit.',
  linksInvalid: 'Please fill in the fields with valid links',
  rejectionMissing: 'Write a few words to the member.',
  noActivity: 'Nothing has happened yet.',
  noRequests: 'No requests are waiting.',
  noQueue: 'The queue is empty.',
  matureCovered: 'This sketch is mature.',
  noGroups: 'No groups yet.',
} as const

/** Message of a failed call: the specified text, followed by the reason if the error code has one. */
export function withReason(sentence: string, error: unknown): string {
  return error instanceof CallError && error.status >= 400 && error.status < 500
    ? `${sentence} ${messageOf(error)}`
    : sentence
}

/** "Compo, open until 7 June", "Challenge, 7 June 2026". */
export function eventFacts({ startDate, entriesEndDate, endDate }: GroupEvent, now: number): string {
  if (entriesEndDate === null) return `Challenge, ${utcDateText(startDate)}`
  const [endsAt, votingEndsAt] = [fromWireTime(entriesEndDate), fromWireTime(endDate)]
  const state = compoState({ endsAt, votingEndsAt, resultAt: null }, now)
  const text = stateText({ state, startDate, endDate: entriesEndDate, endVotingDate: endDate }, now)
  return `Compo, ${text.charAt(0).toLowerCase()}${text.slice(1)}`
}
