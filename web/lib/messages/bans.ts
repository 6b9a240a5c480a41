import { banDurationText, PERMANENT, WARNING } from '../../../contract/ban.ts'
import type { CurrentBan } from '../../../contract/http/auth.ts'
import type { BanFilter, ListedBan } from '../../../contract/http/bans.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { dateTimeText } from '../format.ts'

/** Messages of bans and warnings [2 §8]. */
export const banMessages = {
  accepted: "Thanks, let's keep the site a fun and safe place!",
  acceptFailed: (host: string) =>
    `Sorry there was an error, please try again in a bit or contact the support address of ${host}.`,
  failed: 'There was an error, please try again in a bit',
  incomplete: 'Choose a duration and give a reason.',
  confirmShorter: 'This ban ends before the current one. Tick the box to replace it.',
  lifted: (nickname: string) => `${nickname} can use the site again.`,
  done: (nickname: string, duration: number) => {
    if (duration === WARNING) return `${nickname} was warned.`
    const suspended = `${nickname} was suspended.`
    return duration === PERMANENT
      ? `${suspended} Someone else on staff has to confirm that it is permanent.`
      : suspended
  },
} as const

const NONE: Record<BanFilter, string> = {
  current: 'Nobody is banned or warned.',
  waiting: 'No permanent ban waits to be confirmed.',
  all: 'Nobody has been banned or warned yet.',
}

/** Texts of the list of bans. */
export const listMessages = {
  none: NONE,
  needsAnother: 'Someone else on staff has to confirm it.',
  over: ({ duration, unconfirmed }: ListedBan) =>
    `${unconfirmed ? 'Permanent ban, not confirmed' : durationText(duration)}. No longer in force.`,
  confirm: ({ staff, reason, dateEnd }: ListedBan) =>
    `${staff} banned them permanently. Without your word the ban ends ${endText(dateEnd)}. Reason: ${reason}`,
} as const

const durationText = (duration: number) =>
  duration === WARNING ? 'Warning' : `Ban: ${banDurationText(duration).toLowerCase()}`

const endText = (dateEnd: string | null) => (dateEnd === null ? 'never' : dateTimeText(fromWireTime(dateEnd)))

/** Sentence about a ban after a call to confirm it, which someone else may have confirmed or lifted before. */
export function confirmedSentence({
  nickname,
  unconfirmed,
  dateClosed,
}: Pick<ListedBan, 'nickname' | 'unconfirmed' | 'dateClosed'>): string {
  const isConfirmed = !unconfirmed && dateClosed === null
  return isConfirmed ? `${nickname} is suspended permanently.` : `The ban of ${nickname} is no longer in force.`
}

/** Title of the notice that replaces every page [2 §2]. */
export function noticeTitle(duration: number): string {
  return duration === WARNING ? 'Warning' : 'Account Suspended'
}

/** Sentence about the ban or warning [2 §8]. */
export function noticeSentence(duration: number): string {
  if (duration === WARNING) return 'You have received a warning from a gloperator.'
  if (duration === PERMANENT) return 'Your account has been permanently suspended.'
  return `Your account has been suspended for ${banDurationText(duration)}.`
}

/** Sentence about a permanent ban that waits for a second member of staff. */
export const UNCONFIRMED_NOTICE =
  'We are deciding whether this suspension becomes permanent. Unless we confirm that, it ends at the time above.'

/** Sentence about the consequences [2 §8]. */
export function noticeRule(duration: number): string {
  return duration === WARNING
    ? 'Repeated violations lead to suspension.'
    : 'Making a new account to evade a ban is not allowed and leads to permanent removal.'
}

/** Sentence about a member's current ban or warning, for staff. */
export function standingSentence({
  duration,
  dateEnd,
  unconfirmed,
}: Pick<CurrentBan, 'duration' | 'dateEnd' | 'unconfirmed'>): string {
  if (duration === WARNING) return 'Has a warning that is not accepted yet.'
  if (dateEnd === null) return 'Suspended permanently.'
  const until = `Suspended until ${endText(dateEnd)}`
  return unconfirmed ? `${until}, or permanently if someone else on staff confirms it.` : `${until}.`
}
