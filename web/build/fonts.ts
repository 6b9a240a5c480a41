import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const MODULES = join(import.meta.dirname, '../../node_modules/@fontsource-variable')

/** The fonts of a page's text, and the weights of them that are in use. */
export const FONTS = [
  { name: 'commissioner', family: 'Commissioner Variable', weights: { min: 400, max: 600 } },
  { name: 'piazzolla', family: 'Piazzolla Variable', weights: 600 },
] as const

export type Font = (typeof FONTS)[number]

/** A font cut down to some letters and to the weights in use, as WOFF2. */
export async function cutFont({ name, weights }: Font, letters: string): Promise<Buffer> {
  const full = await readFile(join(MODULES, name, 'files', `${name}-latin-wght-normal.woff2`))
  return subsetFont(full, letters, { targetFormat: 'woff2', variationAxes: { wght: weights } })
}

/** The text of a font's licence, which goes wherever the font goes. */
export function licenceOf({ name }: Font): Promise<string> {
  return readFile(join(MODULES, name, 'LICENSE'), 'utf8')
}
