import { FONTS, type Font, makeSubset } from './fonts.ts'

/** Font with only the letters of the first text, and its rule for a given address. */
export type WordFont = { name: string; bytes: Buffer; rule: (address: string) => string }

/** Visually hidden text, which needs no font. */
const HIDDEN = /<span class="Hidden[^>]*>[^<]*<\/span>/g

/**
 * Fonts with the letters of the markup: a tenth of the size of plain English, so that pictures do not wait for them.
 */
export function wordFonts(markup: string): Promise<WordFont[]> {
  const words = markup.replace(HIDDEN, '').replace(/<[^>]*>|__[A-Z]+__/g, '')
  const letters = [...new Set(words)].sort().join('')
  return Promise.all(
    FONTS.map(async (font) => ({
      name: `${font.name}-words`,
      bytes: await makeSubset(font, letters),
      rule: (address) => ruleOf(font, letters, address),
    })),
  )
}

/** Uses the family and weights of the full font, so that each is used for its letters. */
function ruleOf({ family, weights }: Font, letters: string, address: string): string {
  const weight = typeof weights === 'number' ? weights : `${weights.min} ${weights.max}`
  const range = [...letters].map((letter) => `U+${letter.codePointAt(0)?.toString(16).toUpperCase()}`).join(',')
  const source = `src:url(${address})format("woff2");font-display:swap`
  return `@font-face{font-family:${family};font-weight:${weight};${source};unicode-range:${range}}`
}
