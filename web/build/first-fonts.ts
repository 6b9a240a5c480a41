import { FONTS, makeSubset } from './fonts.ts'

/** Subset of a font: the arguments of a `FontFace`, with the bytes as base64. */
export type FontSubset = { family: string; base64: string; descriptors: { weight: string; unicodeRange: string } }

/** Letters of titles, which the worker puts into the markup. In other letters they would wrap differently. */
const LETTERS_OF_TITLES = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/**
 * Fonts with only the letters of the markup and of titles, two thirds of plain English. Family and weights are those
 * of the full font, so that the browser uses each for its letters.
 */
export function fontSubsets(markup: string): Promise<FontSubset[]> {
  const text = markup.replace(/<[^>]*>|{{[^}]*}}/g, '')
  const letters = [...new Set(text + LETTERS_OF_TITLES)].sort().join('')
  const unicodeRange = [...letters].map((letter) => `U+${letter.codePointAt(0)?.toString(16).toUpperCase()}`).join(',')
  // The first paint has no titles of sketches.
  const fonts = FONTS.filter(({ style }) => style === 'normal')
  return Promise.all(
    fonts.map(async (font) => {
      const { family, weights } = font
      const weight = typeof weights === 'number' ? String(weights) : `${weights.min} ${weights.max}`
      const bytes = await makeSubset(font, letters, { noLayoutClosure: true })
      return { family, base64: bytes.toString('base64'), descriptors: { weight, unicodeRange } }
    }),
  )
}
