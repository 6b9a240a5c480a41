import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cutFont, FONTS, licenceOf } from './fonts.ts'

/**
 * `npm run fonts`: cuts the fonts of a page's text down to the letters of plain English and the weights in
 * use, from the full fonts, which still come for everything else. Run it when either font is updated.
 */
const OUT = join(import.meta.dirname, '../ui/fonts')
const LETTERS = `${String.fromCharCode(...Array.from({ length: 95 }, (_, index) => index + 32))}–—‘’“”…·×`

for (const font of FONTS) {
  await writeFile(join(OUT, `${font.name}-first.woff2`), await cutFont(font, LETTERS))
  await writeFile(join(OUT, `${font.name}-LICENSE.txt`), await licenceOf(font))
}
