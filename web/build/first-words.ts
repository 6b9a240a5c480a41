import { FONTS, makeSubset } from './fonts.ts'

/** Visually hidden text, which needs no font. */
const HIDDEN = /<span class="Hidden[^>]*>[^<]*<\/span>/g

/**
 * Font rules with the letters of the markup, a tenth of the size of plain English. The fonts are part of the rules: a
 * font with its own address could load after the first paint and move the text. Family and weights are those of the
 * full font, so that the browser uses each for its letters.
 */
export async function wordFonts(markup: string): Promise<string> {
  const text = markup.replace(HIDDEN, '').replace(/<[^>]*>|__[A-Z]+__/g, '')
  const letters = [...new Set(text)].sort().join('')
  const range = [...letters].map((letter) => `U+${letter.codePointAt(0)?.toString(16).toUpperCase()}`).join(',')
  const rules = FONTS.map(async (font) => {
    const { family, weights } = font
    const weight = typeof weights === 'number' ? weights : `${weights.min} ${weights.max}`
    const bytes = await makeSubset(font, letters)
    const address = `data:font/woff2;base64,${bytes.toString('base64')}`
    return `@font-face{font-family:"${family}";font-weight:${weight};unicode-range:${range};src:url(${address})}`
  })
  return (await Promise.all(rules)).join('\n')
}
