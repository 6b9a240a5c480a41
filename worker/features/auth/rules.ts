import { nickname } from '../../../contract/http/auth.ts'
import { MEMBER_MIN_AGE, NICKNAME_MAX } from '../../../contract/limits.ts'
import { cleanLine } from '../../../contract/text.ts'
import { ageOn } from '../../domain/users/rules.ts'

export function mayJoin(birthDate: string, now: number): boolean {
  const age = ageOn(birthDate, now)
  return age >= MEMBER_MIN_AGE && age <= 120
}

/** The path of this site to return to after sign-in. Returns `/` for anything that could lead to another host. */
export function safeReturn(path: string | undefined): string {
  if (!path || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)) return '/'
  const base = 'https://site.invalid'
  const url = URL.parse(path, base)
  if (url?.origin !== base || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}

/** A valid nickname made from the name at the provider, or an empty text. */
export function suggestNickname(name: string | null): string {
  const suggestion = cleanLine(name ?? '')
    .replace(/[^\p{L}\p{M}\p{N} ._'-]/gu, '')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, NICKNAME_MAX)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
  const parsed = nickname.safeParse(suggestion)
  return parsed.success ? parsed.data : ''
}
