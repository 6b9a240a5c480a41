/**
 * Size of a patron's watermark: a transparent PNG with one line of text. The page draws it; the site composes it over
 * the lower right of the sketch's pictures.
 */
export const WATERMARK = { width: 720, height: 40, bytesMax: 40_000 }

/** Text of the watermark [2 §2]. */
export function watermarkLine(name: string, year: number): string {
  return `Copyright (c) ${year} ${name}`
}
