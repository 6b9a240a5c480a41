import { banDurationText, PERMANENT, WARNING } from '../../../contract/ban.ts'
import type { CurrentBan } from '../../../contract/http/auth.ts'
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
  done: (nickname: string, duration: number) =>
    duration === WARNING ? `${nickname} was warned.` : `${nickname} was suspended.`,
} as const

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

/** Sentence about the consequences [2 §8]. */
export function noticeRule(duration: number): string {
  return duration === WARNING
    ? 'Repeated violations lead to suspension.'
    : 'Making a new account to evade a ban is not allowed and leads to permanent removal.'
}

/** Sentence about a member's current ban or warning, for staff. */
export function standingSentence({ duration, dateEnd }: Pick<CurrentBan, 'duration' | 'dateEnd'>): string {
  if (duration === WARNING) return 'Has a warning that is not accepted yet.'
  if (dateEnd === null) return 'Suspended permanently.'
  return `Suspended until ${dateTimeText(fromWireTime(dateEnd))}.`
}
