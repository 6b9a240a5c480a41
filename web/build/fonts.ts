import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const MODULES = join(import.meta.dirname, '../../node_modules/@fontsource-variable')

/** Fonts of the interface, with the weights in use. */
export const FONTS = [
  { name: 'commissioner', style: 'normal', family: 'Commissioner Variable', weights: { min: 400, max: 600 } },
  { name: 'piazzolla', style: 'normal', family: 'Piazzolla Variable', weights: 600 },
  // Titles of sketches.
  { name: 'piazzolla', style: 'italic', family: 'Piazzolla Variable', weights: 500 },
] as const

export type Font = (typeof FONTS)[number]

/**
 * Subsets a font to some letters and to the weights in use, as WOFF2.
 *
 * @param options - `noLayoutClosure` leaves out the other forms of the letters, such as digits of equal width
 */
export async function makeSubset(
  { name, style, weights }: Font,
  letters: string,
  options: { noLayoutClosure?: boolean } = {},
): Promise<Buffer> {
  const full = await readFile(join(MODULES, name, 'files', `${name}-latin-wght-${style}.woff2`))
  return subsetFont(full, letters, { ...options, targetFormat: 'woff2', variationAxes: { wght: weights } })
}

/** Reads the licence of a font, which must be distributed with it. */
export function readLicence({ name }: Font): Promise<string> {
  return readFile(join(MODULES, name, 'LICENSE'), 'utf8')
}
