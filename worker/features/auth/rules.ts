import { nickname } from '../../../contract/http/auth.ts'
import { MEMBER_MIN_AGE, NICKNAME_MAX } from '../../../contract/limits.ts'
import { cleanLine } from '../../../contract/text.ts'
import { ageOn } from '../../domain/users/rules.ts'

/** Whether someone of this birth date may open an account. */
export function mayJoin(birthDate: string, now: number): boolean {
  const age = ageOn(birthDate, now)
  return age >= MEMBER_MIN_AGE && age <= 120
}

/**
 * Where to go after signing in: a path of this site, or home. Anything a browser could read as another host is refused.
 */
export function safeReturn(path: string | undefined): string {
  if (!path || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)) return '/'
  const base = 'https://site.invalid'
  const url = URL.parse(path, base)
  if (url?.origin !== base || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}

/** A nickname to start from, made of the name at the provider; empty when that gives none that may be taken. */
export function suggestNickname(name: string | null): string {
  const suggestion = cleanLine(name ?? '')
    .replace(/[^\p{L}\p{M}\p{N} ._'-]/gu, '')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, NICKNAME_MAX)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
  const taken = nickname.safeParse(suggestion)
  return taken.success ? taken.data : ''
}
