import type { Mention } from '../../contract/http/mentions.ts'
import { type FoundLink, findLinks } from './links.ts'
import { splitMentions } from './mentions.ts'

/** Part of a member's text, with its offset: plain, a link, or a mention of a member. */
export type TextPart =
  | FoundLink
  | { kind: 'text'; at: number; text: string }
  | { kind: 'mention'; at: number; text: string; userId: number }

/** Splits a member's text into plain parts, links and mentions. There are no mentions inside links. */
export function splitText(
  text: string,
  mentions: readonly (Mention & { nickname?: string })[],
  host: string,
): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  const addUpTo = (end: number) => {
    const from = at
    const inside = mentions
      .filter(({ start, length }) => start >= from && start + length <= end)
      .map((mention) => ({ ...mention, start: mention.start - from }))
    for (const { at: offset, userId, ...part } of splitMentions(text.slice(from, end), inside))
      parts.push({
        ...part,
        at: from + offset,
        ...(userId === undefined ? { kind: 'text' } : { kind: 'mention', userId }),
      })
  }
  for (const link of findLinks(text, host)) {
    addUpTo(link.at)
    parts.push(link)
    at = link.at + link.text.length
  }
  addUpTo(text.length)
  return parts
}
