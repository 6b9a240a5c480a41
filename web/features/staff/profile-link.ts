/** The id in the link of a profile, or in its path; null for other texts. */
export function profileIdOf(text: string): number | null {
  const [, id] = /^(?:https?:\/\/[^/]+)?\/user\/([1-9]\d{0,14})(?:[/?#].*)?$/.exec(text.trim()) ?? []
  return id === undefined ? null : Number(id)
}
