import { FONTS, makeSubset } from './fonts.ts'

/** Subset of a font: the arguments of a `FontFace`, with the bytes as base64. */
export type FontSubset = { family: string; base64: string; descriptors: { weight: string; unicodeRange: string } }

/** Visually hidden text, which needs no font. */
const HIDDEN = /<span class="Hidden[^>]*>[^<]*<\/span>/g

/**
 * Fonts with only the letters of the markup, a tenth of the size of plain English. Family and weights are those of the
 * full font, so that the browser uses each for its letters.
 */
export function fontSubsets(markup: string): Promise<FontSubset[]> {
  const text = markup.replace(HIDDEN, '').replace(/<[^>]*>|{{[^}]*}}/g, '')
  const letters = [...new Set(text)].sort().join('')
  const unicodeRange = [...letters].map((letter) => `U+${letter.codePointAt(0)?.toString(16).toUpperCase()}`).join(',')
  // The titles of sketches are no part of the markup.
  const fonts = FONTS.filter(({ style }) => style === 'normal')
  return Promise.all(
    fonts.map(async (font) => {
      const { family, weights } = font
      const weight = typeof weights === 'number' ? String(weights) : `${weights.min} ${weights.max}`
      const bytes = await makeSubset(font, letters)
      return { family, base64: bytes.toString('base64'), descriptors: { weight, unicodeRange } }
    }),
  )
}
