import { NICKNAME_MAX, NICKNAME_MIN } from './limits.ts'
import { nicknameKey } from './text.ts'

/** What may be a member's name in a text, the `@` included; several begin at the same place, for names hold blanks. */
export type MentionCandidate = { start: number; length: number; key: string }

/** So many places of a text are looked at; what more it says to so many people is not for them. */
const MENTIONS_MAX = 10

// No letter before it, or it would be an address of mail.
const MENTION = /(?<![\p{L}\p{M}\p{N}])@([\p{L}\p{N}][\p{L}\p{M}\p{N} ._'-]*)/gu
const STARTS_IN_WORD = /^[\p{L}\p{M}\p{N}]/u

/** Every beginning of what follows an `@` that ends where a word ends, for the first places of a text, longest first. */
export function mentionCandidates(text: string): MentionCandidate[] {
  return [...text.matchAll(MENTION)].slice(0, MENTIONS_MAX).flatMap(({ index: start, 1: rest = '' }) => {
    const ends: number[] = []
    let end = 0
    for (const letter of rest) {
      end += letter.length
      if (end > NICKNAME_MAX) break
      if (end >= NICKNAME_MIN && letter !== ' ' && !STARTS_IN_WORD.test(rest.slice(end))) ends.unshift(end)
    }
    return ends.map((length) => ({ start, length: length + 1, key: nicknameKey(rest.slice(0, length)) }))
  })
}

/** At each place the longest candidate that is a member's name; `ids` by nickname key. */
export function resolveMentions(
  candidates: readonly MentionCandidate[],
  ids: ReadonlyMap<string, number>,
): { userId: number; start: number; length: number }[] {
  const found = new Map<number, { userId: number; start: number; length: number }>()
  for (const { start, length, key } of candidates) {
    const userId = ids.get(key)
    if (userId !== undefined && !found.has(start)) found.set(start, { userId, start, length })
  }
  return [...found.values()]
}
