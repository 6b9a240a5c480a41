import type { Mention } from '../../../../contract/http/mentions.ts'
import type { Person } from '../../../../contract/http/users.ts'
import { mentionCandidates, resolveMentions } from '../../../../contract/mentions.ts'
import { nicknameKey } from '../../../../contract/text.ts'
import { linkKeyIn } from '../../../lib/link-key.ts'
import { findLinks } from '../../../lib/links.ts'
import { splitMentions } from '../../../lib/mentions.ts'
import type { TextPart } from '../../../lib/text-parts.ts'
import { EMOTICON_PATTERN, type EmoticonName, emoticonOf } from '../compose/emoticons.ts'
import { ME_CODE } from './me-emoticon.ts'

/** Part of a message, with its offset and text. */
export type LinePart =
  | TextPart
  | { kind: 'emoticon'; at: number; text: string; name: EmoticonName }
  | { kind: 'me'; at: number; text: string }

type NamedMention = Mention & { nickname: string | undefined }

const CARDS_MAX = 2
const SKETCH = /^\/sketch\/([1-9]\d{0,14})(?:[/?#]|$)/

/**
 * Splits a message into text, links, mentions and emoticons. `people` are members whose current names are known.
 * `mentions` are those that the site found; without them, the names of `people` are mentions.
 */
export function splitLine(
  message: string,
  host: string,
  people: readonly Person[],
  mentions: readonly Mention[] = mentionsOf(message, people),
): LinePart[] {
  const nicknames = new Map(people.map(({ id, nickname }) => [id, nickname]))
  const named = mentions.map((mention) => ({ ...mention, nickname: nicknames.get(mention.userId) }))
  const parts: LinePart[] = []
  let at = 0
  for (const link of findLinks(message, host)) {
    parts.push(...mentionsIn(message, at, link.at, named), link)
    at = link.at + link.text.length
  }
  return [...parts, ...mentionsIn(message, at, message.length, named)]
}

export type LinkedSketch = { id: number; linkKey: string | null }

/** At most two linked sketches, with the keys that links to unlisted ones have. */
export function linkedSketches(parts: readonly LinePart[]): LinkedSketch[] {
  const found = new Map<number, LinkedSketch>()
  for (const part of parts) {
    const path = part.kind === 'internal' ? part.path : ''
    const id = Number(SKETCH.exec(path)?.[1] ?? 0)
    if (id > 0 && !found.has(id)) found.set(id, { id, linkKey: linkKeyIn(/\?[^#]*/.exec(path)?.[0] ?? '') })
  }
  return [...found.values()].slice(0, CARDS_MAX)
}

function mentionsOf(message: string, people: readonly Person[]): Mention[] {
  const ids = new Map(people.map(({ id, nickname }) => [nicknameKey(nickname), id]))
  return resolveMentions(mentionCandidates(message), ids)
}

/** Mentions and emoticons between two offsets of a message. */
function mentionsIn(message: string, from: number, to: number, mentions: readonly NamedMention[]): LinePart[] {
  const inside = mentions.filter(({ start, length }) => start >= from && start + length <= to)
  const moved = inside.map((mention) => ({ ...mention, start: mention.start - from }))
  return splitMentions(message.slice(from, to), moved).flatMap(({ at, text, userId }): LinePart[] =>
    userId === undefined ? emoticonsIn(text, from + at) : [{ kind: 'mention', userId, at: from + at, text }],
  )
}

function emoticonsIn(text: string, from: number): LinePart[] {
  const parts: LinePart[] = []
  let at = 0
  for (const { 0: code, index } of [...text.matchAll(EMOTICON_PATTERN)]) {
    const name = emoticonOf(code)
    if (!name && code !== ME_CODE) continue
    if (index > at) parts.push({ kind: 'text', at: from + at, text: text.slice(at, index) })
    const part = { at: from + index, text: code }
    parts.push(name ? { kind: 'emoticon', name, ...part } : { kind: 'me', ...part })
    at = index + code.length
  }
  if (at < text.length) parts.push({ kind: 'text', at: from + at, text: text.slice(at) })
  return parts
}
