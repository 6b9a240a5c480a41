import type { Gender, ShownProfile } from './http/users.ts'

type Facts = Pick<ShownProfile, 'countryName' | 'gender' | 'birthDay' | 'birthMonth' | 'website'>

export const GENDER_NAMES: Record<Gender, string> = {
  '': 'Rather not say',
  female: 'Female',
  male: 'Male',
  nonbinary: 'Non-binary',
  other: 'Other',
}

export const FACT_SEPARATOR = ' · '

/** Facts that a member gave, in the order in which the profile and its first paint show them. */
export function profileFacts({ countryName, gender, birthDay, birthMonth, website }: Facts): string[] {
  // "Other" alone would not be informative.
  const genderName = gender && gender !== 'other' ? GENDER_NAMES[gender] : ''
  const birthday = birthDay && birthMonth ? `Birthday ${dayText(birthMonth, birthDay)}` : ''
  return [countryName, genderName, birthday, websiteHost(website)].filter(Boolean)
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
