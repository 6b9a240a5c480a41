import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'

/**
 * `npm run fonts`: cuts the fonts of a page's first words down to the letters of plain English and the weights in
 * use, from the full fonts, which still come for everything else. Run it when either font is updated.
 */
const MODULES = join(import.meta.dirname, '../../node_modules/@fontsource-variable')
const OUT = join(import.meta.dirname, '../ui/fonts')
const LETTERS = `${String.fromCharCode(...Array.from({ length: 95 }, (_, index) => index + 32))}–—‘’“”…·×`

const fonts = [
  { name: 'commissioner', wght: { min: 400, max: 600 } },
  { name: 'piazzolla', wght: 600 },
]

for (const { name, wght } of fonts) {
  const full = await readFile(join(MODULES, name, 'files', `${name}-latin-wght-normal.woff2`))
  const cut = await subsetFont(full, LETTERS, { targetFormat: 'woff2', variationAxes: { wght } })
  await writeFile(join(OUT, `${name}-first.woff2`), cut)
  await writeFile(join(OUT, `${name}-LICENSE.txt`), await readFile(join(MODULES, name, 'LICENSE')))
}
