/** The sketch that a text names: its number, or an address that ends in it; null for nothing, undefined for something else. */
export function sketchOf(text: string): number | null | undefined {
  const typed = text.trim()
  if (!typed) return null
  const number = /^(?:.*\/sketch\/)?([1-9]\d{0,14})(?:[/?#].*)?$/.exec(typed)?.[1]
  return number ? Number(number) : undefined
}

/** The same the other way round. */
export const addressOf = (sketchId: number | null) => (sketchId === null ? '' : `/sketch/${sketchId}`)
