import type { Gender } from './http/users.ts'

export const GENDER_NAMES: Record<Gender, string> = {
  '': 'Rather not say',
  female: 'Female',
  male: 'Male',
  nonbinary: 'Non-binary',
  other: 'Other',
}

/** "3 May". */
export function dayText(month: number, day: number): string {
  const date = new Date(Date.UTC(2000, month - 1, day))
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
}

/** The host of a website without "www."; empty without one. */
export function websiteHost(website: string): string {
  return URL.parse(website)?.host.replace(/^www\./, '') ?? ''
}
