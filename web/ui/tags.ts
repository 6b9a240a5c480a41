/** Cuts typed text at its commas and adds what is new, up to `most` tags; case does not make a tag another one. */
export function addTags(tags: readonly string[], text: string, most: number): string[] {
  const next = [...tags]
  for (const part of text.split(',')) {
    const tag = part.trim()
    if (tag && next.length < most && !hasTag(next, tag)) next.push(tag)
  }
  return next
}

export function hasTag(tags: readonly string[], tag: string): boolean {
  return tags.some((other) => other.toLowerCase() === tag.toLowerCase())
}
