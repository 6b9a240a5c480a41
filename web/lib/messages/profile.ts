import type { ProfileForm } from '../../../contract/http/edit-profile.ts'
import { WEBSITE_MAX } from '../../../contract/limits.ts'
import { CallError } from '../call.ts'
import { messageOf } from './errors.ts'
import { EMAIL_RULE } from './mail.ts'

export const NICKNAME_RULE = 'Use 2 to 24 letters or digits. Spaces, dots, hyphens and apostrophes can go between them.'

/** Messages of fields that break their rules. */
export const profileProblems: Partial<Record<keyof ProfileForm, string>> = {
  nickname: NICKNAME_RULE,
  email: EMAIL_RULE,
  slug: 'That web address belongs to the site. Please choose another.',
  website: `Enter an address such as example.org, up to ${WEBSITE_MAX} characters.`,
}

const UPDATE_FAILED = 'Sorry there was an error updating your profile, try again.'

/** Message of a failed update [2 §8]. */
export function profileMessageOf(error: unknown): string {
  const isRefused = error instanceof CallError && error.status >= 400 && error.status < 500
  return isRefused ? messageOf(error) : UPDATE_FAILED
}
