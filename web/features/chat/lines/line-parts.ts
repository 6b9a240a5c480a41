import type { Person } from '../../../../contract/http/users.ts'
import { mentionCandidates, resolveMentions } from '../../../../contract/mentions.ts'
import { nicknameKey } from '../../../../contract/text.ts'
import { EMOTICON_PATTERN, type EmoticonName, emoticonOf } from '../compose/emoticons.ts'
import { ownPath } from '../compose/parse-command.ts'

/** Part of a message, with its offset and text. An internal link has the path on this site. */
export type LinePart = { at: number; text: string } & (
  | { kind: 'text' }
  | { kind: 'internal'; path: string }
  | { kind: 'external'; href: string }
  | { kind: 'mention'; userId: number }
  | { kind: 'emoticon'; name: EmoticonName }
)

const CARDS_MAX = 2
const ADDRESS = /(?<=^|[\s("'«“])(?:https?:\/\/|\/(?=(?:sketch|user)\/\d))[^\s<>]+/giu
const ENDS_SENTENCE = /[.,;:!?'"’”»)\]}]+$/u
const SKETCH = /^\/sketch\/([1-9]\d{0,14})(?:[/?#]|$)/

/** Splits a message into text, links, mentions and emoticons. */
export function splitLine(message: string, host: string, people: readonly Person[]): LinePart[] {
  const parts: LinePart[] = []
  let at = 0
  for (const match of [...message.matchAll(ADDRESS)]) {
    const text = withoutSentenceEnd(match[0])
    const link = linkOf(text, host)
    if (!link) continue
    parts.push(...mentionsIn(message.slice(at, match.index), at, people), { at: match.index, text, ...link })
    at = match.index + text.length
  }
  return [...parts, ...mentionsIn(message.slice(at), at, people)]
}

/** Ids of at most two linked sketches. */
export function linkedSketchIds(parts: readonly LinePart[]): number[] {
  const ids = parts.flatMap((part) => (part.kind === 'internal' ? Number(SKETCH.exec(part.path)?.[1] ?? 0) : 0))
  return [...new Set(ids.filter((id) => id > 0))].slice(0, CARDS_MAX)
}

/** Removes the punctuation that ends a sentence from an address, but keeps a bracket that the address opened. */
function withoutSentenceEnd(address: string): string {
  const end = ENDS_SENTENCE.exec(address)?.[0] ?? ''
  const closes = end.startsWith(')') && address.includes('(')
  return address.slice(0, address.length - end.length + (closes ? 1 : 0))
}

type Link = { kind: 'internal'; path: string } | { kind: 'external'; href: string }

function linkOf(address: string, host: string): Link | null {
  const path = ownPath(address, host)
  if (path !== null) return { kind: 'internal', path }
  return URL.canParse(address) ? { kind: 'external', href: new URL(address).href } : null
}

function mentionsIn(text: string, from: number, people: readonly Person[]): LinePart[] {
  const ids = new Map(people.map(({ id, nickname }) => [nicknameKey(nickname), id]))
  const parts: LinePart[] = []
  let at = 0
  for (const { userId, start, length } of resolveMentions(mentionCandidates(text), ids)) {
    if (start < at) continue
    parts.push(...emoticonsIn(text.slice(at, start), from + at))
    parts.push({ kind: 'mention', userId, at: from + start, text: text.slice(start, start + length) })
    at = start + length
  }
  return [...parts, ...emoticonsIn(text.slice(at), from + at)]
}

function emoticonsIn(text: string, from: number): LinePart[] {
  const parts: LinePart[] = []
  let at = 0
  for (const { 0: code, index } of [...text.matchAll(EMOTICON_PATTERN)]) {
    const name = emoticonOf(code)
    if (!name) continue
    if (index > at) parts.push({ kind: 'text', at: from + at, text: text.slice(at, index) })
    parts.push({ kind: 'emoticon', name, at: from + index, text: code })
    at = index + code.length
  }
  if (at < text.length) parts.push({ kind: 'text', at: from + at, text: text.slice(at) })
  return parts
}
