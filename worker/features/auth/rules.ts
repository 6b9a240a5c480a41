import { nickname } from '../../../contract/http/auth.ts'
import { MEMBER_MIN_AGE, NICKNAME_MAX } from '../../../contract/limits.ts'
import { cleanLine } from '../../../contract/text.ts'

const ADULT_AGE = 18

/** Age in full years on a day, both in UTC; `birthDate` is yyyy-mm-dd. */
export function ageOn(birthDate: string, now: number): number {
  const today = new Date(now).toISOString().slice(0, 10)
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** Adults alone may post mature sketches. */
export function mayPostMature(birthDate: string, now: number): boolean {
  return ageOn(birthDate, now) >= ADULT_AGE
}

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

/** The device of a session, as its owner will recognise it: a browser and a system, nothing finer. */
export function deviceName(userAgent: string | undefined): string {
  const agent = userAgent ?? ''
  const browser = firstMatch(agent, [
    [/Edg\//, 'Edge'],
    [/OPR\//, 'Opera'],
    [/Firefox\/|FxiOS\//, 'Firefox'],
    [/Chrome\/|CriOS\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ])
  return [browser ?? 'Browser', systemName(agent)].filter(Boolean).join(' on ')
}

/** The system that a browser runs on, or null when it does not tell. */
export function systemName(userAgent: string | undefined): string | null {
  const system = firstMatch(userAgent ?? '', [
    [/iPad/, 'iPad'],
    [/iPhone/, 'iPhone'],
    [/Android/, 'Android'],
    [/CrOS/, 'ChromeOS'],
    [/Windows/, 'Windows'],
    [/Mac OS X/, 'Mac'],
    [/Linux/, 'Linux'],
  ])
  return system ?? null
}

function firstMatch(text: string, names: readonly (readonly [RegExp, string])[]): string | undefined {
  return names.find(([pattern]) => pattern.test(text))?.[1]
}
