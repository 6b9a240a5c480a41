import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FONTS, makeSubset, readLicence } from './fonts.ts'

/**
 * `npm run fonts`: subsets the fonts to the letters of plain English and the weights in use. The full fonts still load
 * for other letters. Run it when a font is updated.
 */
const OUT = join(import.meta.dirname, '../ui/fonts')
const LETTERS = `${String.fromCharCode(...Array.from({ length: 95 }, (_, index) => index + 32))}–—‘’“”…·×`

for (const font of FONTS) {
  await writeFile(join(OUT, `${font.name}-first-${font.style}.woff2`), await makeSubset(font, LETTERS))
  await writeFile(join(OUT, `${font.name}-LICENSE.txt`), await readLicence(font))
}
