import type { Mention } from '../../contract/http/comments.ts'
import type { Person } from '../../contract/http/users.ts'
import { NICKNAME_MAX } from '../../contract/limits.ts'
import { nicknameKey } from '../../contract/text.ts'

/** A name that is being typed: where its `@` stands, and what follows that up to the caret. */
export type TypedName = { start: number; query: string }

const OFFERED_MAX = 8
const BEING_TYPED = /(?<![\p{L}\p{M}\p{N}])@([\p{L}\p{N}][\p{L}\p{M}\p{N} ._'-]*)?$/u

/** The name that stands before the caret, or null. */
export function typedName(text: string, caret: number): TypedName | null {
  const line = text.slice(Math.max(0, caret - NICKNAME_MAX - 2), caret)
  const typed = BEING_TYPED.exec(line)
  const query = typed?.[1] ?? ''
  return !typed || query.length > NICKNAME_MAX ? null : { start: caret - line.length + typed.index, query }
}

/** The text with a name put in for what was typed of it, and where the caret stands then. */
export function withName(text: string, { start, query }: TypedName, nickname: string): { text: string; caret: number } {
  const rest = text.slice(start + 1 + query.length)
  const before = `${text.slice(0, start)}@${nickname} `
  return { text: before + rest.replace(/^ /, ''), caret: before.length }
}

/** Who is offered for what was typed: those near to oneself first, nobody twice. */
export function offeredFor(query: string, near: readonly Person[], found: readonly Person[]): Person[] {
  const key = nicknameKey(query)
  const fitting = [...near, ...found].filter(({ nickname }) => nicknameKey(nickname).startsWith(key))
  return [...new Map(fitting.map((person) => [person.id, person])).values()].slice(0, OFFERED_MAX)
}

/** A text in its parts: words, and the names that lead to a member. */
export function partsOf(text: string, mentions: readonly Mention[]): { at: number; text: string; userId?: number }[] {
  const parts: { at: number; text: string; userId?: number }[] = []
  let at = 0
  for (const { start, length, userId } of mentions) {
    if (start > at) parts.push({ at, text: text.slice(at, start) })
    parts.push({ at: start, text: text.slice(start, start + length), userId })
    at = start + length
  }
  if (at < text.length) parts.push({ at, text: text.slice(at) })
  return parts
}
