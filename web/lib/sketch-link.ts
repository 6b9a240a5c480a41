/** Parses the number or address of a sketch; null for an empty text, undefined for an invalid one. */
export function parseSketch(text: string): number | null | undefined {
  const typed = text.trim()
  if (!typed) return null
  const number = /^(?:.*\/sketch\/)?([1-9]\d{0,14})(?:[/?#].*)?$/.exec(typed)?.[1]
  return number ? Number(number) : undefined
}

export const sketchPath = (sketchId: number | null) => (sketchId === null ? '' : `/sketch/${sketchId}`)
