import { cutFont, FONTS } from './fonts.ts'

/** A font that holds only some letters: the arguments of a `FontFace`, its bytes as base64. */
export type WordFont = { family: string; base64: string; descriptors: { weight: string; unicodeRange: string } }

/** Words for screen readers alone, which no font draws. */
const HIDDEN = /<span class="Hidden[^>]*>[^<]*<\/span>/g

/**
 * Fonts for the words of the markup, with a tenth of the bytes that plain English takes. Family and weights are those of
 * the whole font, so that the browser takes each letter from whichever has it.
 */
export function wordFonts(markup: string): Promise<WordFont[]> {
  const words = markup.replace(HIDDEN, '').replace(/<[^>]*>|__[A-Z]+__/g, '')
  const letters = [...new Set(words)].sort().join('')
  const unicodeRange = [...letters].map((letter) => `U+${letter.codePointAt(0)?.toString(16).toUpperCase()}`).join(',')
  return Promise.all(
    FONTS.map(async (font) => {
      const { family, weights } = font
      const weight = typeof weights === 'number' ? String(weights) : `${weights.min} ${weights.max}`
      const bytes = await cutFont(font, letters)
      return { family, base64: bytes.toString('base64'), descriptors: { weight, unicodeRange } }
    }),
  )
}
