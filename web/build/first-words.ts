import { cutFont, FONTS, type Font } from './fonts.ts'

/** A font with the letters of the first words alone, and the rule that names it once it has an address. */
export type WordFont = { name: string; bytes: Buffer; rule: (address: string) => string }

/** Words for screen readers alone, which no font draws. */
const HIDDEN = /<span class="Hidden[^>]*>[^<]*<\/span>/g

/** The fonts of the markup's own words: a tenth of what plain English takes, so that pictures do not wait for them. */
export function wordFonts(markup: string): Promise<WordFont[]> {
  const words = markup.replace(HIDDEN, '').replace(/<[^>]*>|__[A-Z]+__/g, '')
  const letters = [...new Set(words)].sort().join('')
  return Promise.all(
    FONTS.map(async (font) => ({
      name: `${font.name}-words`,
      bytes: await cutFont(font, letters),
      rule: (address) => ruleOf(font, letters, address),
    })),
  )
}

/** With the same family and weights as the whole font has, so that both stand together, each for its letters. */
function ruleOf({ family, weights }: Font, letters: string, address: string): string {
  const weight = typeof weights === 'number' ? weights : `${weights.min} ${weights.max}`
  const range = [...letters].map((letter) => `U+${letter.codePointAt(0)?.toString(16).toUpperCase()}`).join(',')
  const source = `src:url(${address})format("woff2");font-display:swap`
  return `@font-face{font-family:${family};font-weight:${weight};${source};unicode-range:${range}}`
}
