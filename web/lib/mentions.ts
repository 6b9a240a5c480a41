import { DELETED_MEMBER } from '../../contract/deleted-member.ts'
import type { Mention } from '../../contract/http/mentions.ts'
import type { Person } from '../../contract/http/users.ts'
import { NICKNAME_MAX } from '../../contract/limits.ts'
import { nicknameKey } from '../../contract/text.ts'

/** A mention that is being typed: the position of its `@`, and the text from there to the caret. */
export type MentionDraft = { start: number; query: string }

const SUGGESTIONS_MAX = 8
const MENTION_BEFORE_CARET = /(?<![\p{L}\p{M}\p{N}])@([\p{L}\p{N}][\p{L}\p{M}\p{N} ._'-]*)?$/u

/** Returns the mention before the caret, or null. */
export function mentionDraft(text: string, caret: number): MentionDraft | null {
  const line = text.slice(Math.max(0, caret - NICKNAME_MAX - 2), caret)
  const typed = MENTION_BEFORE_CARET.exec(line)
  const query = typed?.[1] ?? ''
  return !typed || query.length > NICKNAME_MAX ? null : { start: caret - line.length + typed.index, query }
}

/** Completes a typed mention with a nickname; returns the new text and caret. */
export function insertMention(
  text: string,
  { start, query }: MentionDraft,
  nickname: string,
): { text: string; caret: number } {
  const rest = text.slice(start + 1 + query.length)
  const before = `${text.slice(0, start)}@${nickname} `
  return { text: before + rest.replace(/^ /, ''), caret: before.length }
}

/** Members whose names match a query: people of the conversation first, without duplicates. */
export function suggestedMembers(query: string, near: readonly Person[], found: readonly Person[]): Person[] {
  const key = nicknameKey(query)
  const fitting = [...near, ...found].filter(({ nickname }) => nicknameKey(nickname).startsWith(key))
  return [...new Map(fitting.map((person) => [person.id, person])).values()].slice(0, SUGGESTIONS_MAX)
}

/**
 * Splits a text into plain parts and mentions. A mention with a nickname shows that instead of the one that was
 * written; a deleted member has no link.
 */
export function splitMentions(
  text: string,
  mentions: readonly (Mention & { nickname?: string | undefined })[],
): { at: number; text: string; userId?: number }[] {
  const parts: { at: number; text: string; userId?: number }[] = []
  let at = 0
  for (const { start, length, userId, nickname } of mentions) {
    if (start > at) parts.push({ at, text: text.slice(at, start) })
    const name = nickname === undefined ? text.slice(start, start + length) : `@${nickname}`
    parts.push({ at: start, text: name, ...(nickname !== DELETED_MEMBER && { userId }) })
    at = start + length
  }
  if (at < text.length) parts.push({ at, text: text.slice(at) })
  return parts
}
