import type { Person } from '../../../../contract/http/users.ts'
import { mentionCandidates, resolveMentions } from '../../../../contract/mentions.ts'
import { nicknameKey } from '../../../../contract/text.ts'
import { linkKeyIn } from '../../../lib/link-key.ts'
import { findLinks } from '../../../lib/links.ts'
import type { TextPart } from '../../../lib/text-parts.ts'
import { EMOTICON_PATTERN, type EmoticonName, emoticonOf } from '../compose/emoticons.ts'
import { ME_CODE } from './me-emoticon.ts'

/** Part of a message, with its offset and text. */
export type LinePart =
  | TextPart
  | { kind: 'emoticon'; at: number; text: string; name: EmoticonName }
  | { kind: 'me'; at: number; text: string }

const CARDS_MAX = 2
const SKETCH = /^\/sketch\/([1-9]\d{0,14})(?:[/?#]|$)/

/** Splits a message into text, links, mentions and emoticons. */
export function splitLine(message: string, host: string, people: readonly Person[]): LinePart[] {
  const parts: LinePart[] = []
  let at = 0
  for (const link of findLinks(message, host)) {
    parts.push(...mentionsIn(message.slice(at, link.at), at, people), link)
    at = link.at + link.text.length
  }
  return [...parts, ...mentionsIn(message.slice(at), at, people)]
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
    if (!name && code !== ME_CODE) continue
    if (index > at) parts.push({ kind: 'text', at: from + at, text: text.slice(at, index) })
    const part = { at: from + index, text: code }
    parts.push(name ? { kind: 'emoticon', name, ...part } : { kind: 'me', ...part })
    at = index + code.length
  }
  if (at < text.length) parts.push({ kind: 'text', at: from + at, text: text.slice(at) })
  return parts
}
