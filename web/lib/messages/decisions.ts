import type { AppealOutcome, CaseAction, CaseKind } from '../../../contract/cases.ts'
import type { NoticeOfStaff } from '../../../contract/http/notifications.ts'
import { KIND_NAMES } from './cases.ts'

/** Kinds of reported things within a sentence. */
const KIND_WITH_ARTICLE: Record<CaseKind, string> = {
  sketch: 'a sketch',
  comment: 'a comment',
  profile: 'a profile',
  stream: 'a stream',
  message: 'a message',
  post: 'a forum post',
  group: 'a group',
  compo: 'a compo',
  challenge: 'a challenge',
  chatLine: 'a chat message',
  boardMark: 'a mark on the whiteboard',
  gift: 'the words of a gift',
}

/** Acts of staff, as their author reads them. */
const AUTHOR_SENTENCES: Record<CaseAction, (thing: string) => string> = {
  none: (thing) => `Your ${thing} was reviewed. No action was needed`,
  ai: (thing) => `Your ${thing} was marked as made with AI`,
  mature: (thing) => `Your ${thing} was marked as mature`,
  violation: (thing) => `Your ${thing} was hidden`,
  leave_challenge: (thing) => `Your ${thing} was taken out of its challenge`,
  leave_compo: (thing) => `Your ${thing} was disqualified from its compo`,
  end_stream: (thing) => `Your ${thing} was ended`,
  cancel_stream: (thing) => `Your announced ${thing} was cancelled`,
  hide_replay: (thing) => `The replay of your ${thing} was hidden`,
  hide_group: (thing) => `Your ${thing} was hidden`,
  remove_topic: (thing) => `Your ${thing} was removed`,
  lock_topic: (thing) => `Your ${thing} was locked`,
  rename_topic: (thing) => `Your ${thing} was renamed`,
  delete: (thing) => `Your ${thing} was deleted`,
  clear_lines: () => 'Your messages in a chat room were deleted',
  roll_back: () => 'Marks of yours on the whiteboard were removed',
  warn: () => 'You received a warning',
  ban: () => 'Your account was suspended',
}

export const OUTCOME_SENTENCES: Record<AppealOutcome, string> = {
  upheld: 'Your appeal was declined. The decision stays',
  overturned: 'Your appeal was accepted',
}

type Decided = Pick<NoticeOfStaff, 'kind' | 'acted' | 'action' | 'undone'> & { title?: string }

const isOfTopic = (action: CaseAction) =>
  action === 'remove_topic' || action === 'lock_topic' || action === 'rename_topic'

/** The thing within a sentence, with its title, or that of the page on which it is. */
function thingOf(action: CaseAction, { kind, title = '' }: Decided): string {
  if (!kind) return 'account'
  if (isOfTopic(action)) return title ? `forum topic “${title}”` : 'forum topic'
  const name = KIND_NAMES[kind].toLowerCase()
  if (!title) return name
  const place = kind === 'comment' ? 'on ' : kind === 'post' ? 'in ' : ''
  return `${name} ${place}“${title}”`
}

/** Sentence of a decision, to a member who reported a thing or whom the act concerns. */
export function decisionTitle(decided: Decided): string {
  const { kind, acted, action, undone } = decided
  if (action) {
    const thing = thingOf(action, decided)
    return undone ? `The decision about your ${thing} was withdrawn` : AUTHOR_SENTENCES[action](thing)
  }
  const report = kind ? `Your report of ${KIND_WITH_ARTICLE[kind]}` : 'Your report'
  if (undone) return `${report} was looked at again, and the decision was withdrawn`
  return acted ? `${report} was reviewed, and we took action` : `${report} was reviewed. No action was needed`
}

/** Outcomes, as the desk offers and shows them. */
export const OUTCOME_NAMES: Record<AppealOutcome, string> = {
  upheld: 'Decline: the decision stays',
  overturned: 'Accept: undo the decision',
}

export const decisionMessages = {
  intro: 'Someone else on staff will read your appeal and decide. You can appeal once.',
  hint: 'Say why the decision is wrong.',
  final: 'We’re sorry. What was done can’t be undone.',
  textMissing: 'Say why the decision is wrong.',
  sent: 'Your appeal was sent.',
  waiting: 'Someone else on staff will decide, and we’ll tell you.',
  thanks: 'Thanks for helping keep the site safe.',
  gone: 'This decision is no longer on record, or it isn’t about you.',
} as const

export const appealMessages = {
  none: { open: 'No appeals wait for a decision.', closed: 'No appeal has been decided yet.' },
  own: 'You made this decision. Someone else on staff decides the appeal.',
  outcomeMissing: 'Choose an outcome.',
  final: 'This act can’t be undone. If you accept the appeal, the member reads that it was wrong.',
  decided: { upheld: 'Appeal declined.', overturned: 'Appeal accepted.' },
} as const

export const numbersMessages = {
  title: 'Moderation in numbers',
  intro: 'What members reported, what staff decided, and what came of appeals, month by month.',
  none: 'Nothing has been reported yet.',
} as const
