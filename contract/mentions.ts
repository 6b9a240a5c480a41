import type { Mention } from './http/mentions.ts'
import { NICKNAME_KEY_MAX, NICKNAME_MAX, NICKNAME_MIN } from './limits.ts'
import { nicknameKey } from './text.ts'

/**
 * A possible nickname in a text, including the `@`. Several may start at one place, because nicknames can contain
 * spaces.
 */
export type MentionCandidate = { start: number; length: number; key: string }

/** Further mentions of a text are ignored. */
const MENTIONS_MAX = 10

// A letter before the `@` means an e-mail address.
const MENTION = /(?<![\p{L}\p{M}\p{N}])@([\p{L}\p{N}][\p{L}\p{M}\p{N} ._'-]*)/gu
const STARTS_IN_WORD = /^[\p{L}\p{M}\p{N}]/u

/**
 * Lists candidates for the first `MENTIONS_MAX` mentions of a text: all texts after an `@` that end with a word,
 * longest first.
 */
export function mentionCandidates(text: string): MentionCandidate[] {
  return [...text.matchAll(MENTION)].slice(0, MENTIONS_MAX).flatMap(({ index: start, 1: rest = '' }) => {
    const ends: number[] = []
    let end = 0
    for (const letter of rest) {
      end += letter.length
      if (end > NICKNAME_MAX) break
      if (end >= NICKNAME_MIN && letter !== ' ' && !STARTS_IN_WORD.test(rest.slice(end))) ends.unshift(end)
    }
    const candidates = ends.map((length) => ({ start, length: length + 1, key: nicknameKey(rest.slice(0, length)) }))
    return candidates.filter(({ key }) => key.length <= NICKNAME_KEY_MAX)
  })
}

/** Picks the longest candidate at each place that is a nickname; `ids` by nickname key. */
export function resolveMentions(candidates: readonly MentionCandidate[], ids: ReadonlyMap<string, number>): Mention[] {
  const found = new Map<number, Mention>()
  for (const { start, length, key } of candidates) {
    const userId = ids.get(key)
    if (userId !== undefined && !found.has(start)) found.set(start, { userId, start, length })
  }
  return [...found.values()]
}

/**
 * Replaces the mentions of a member, under each of their ids, by another name. Other mentions keep their place in the
 * text.
 */
export function withoutMention(
  { text, mentions }: { text: string; mentions: readonly Mention[] },
  userIds: readonly number[],
  name: string,
): { text: string; mentions: Mention[] } {
  let [changed, end] = ['', 0]
  const kept: Mention[] = []
  for (const mention of [...mentions].sort((a, b) => a.start - b.start)) {
    const { start, length } = mention
    changed += text.slice(end, start)
    end = start + length
    if (userIds.includes(mention.userId)) changed += `@${name}`
    else {
      kept.push({ ...mention, start: changed.length })
      changed += text.slice(start, end)
    }
  }
  return { text: changed + text.slice(end), mentions: kept }
}
