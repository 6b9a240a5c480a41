export type MarkedPart = { text: string; isMarked: boolean; at: number }

/** Splits a text where words begin as a word of the query does, without regard to case. */
export function markedParts(text: string, query: string): MarkedPart[] {
  const words = query
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  if (words.length === 0) return [{ text, isMarked: false, at: 0 }]
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})`, 'giu')
  const parts: MarkedPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (index > end) parts.push({ text: text.slice(end, index), isMarked: false, at: end })
    parts.push({ text: found, isMarked: true, at: index })
    end = index + found.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMarked: false, at: end })
  return parts
}
