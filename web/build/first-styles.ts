import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Beasties from 'beasties'

/** Attributes set by `theme.js` and `start-pictures.ts`, which the markup does not contain. */
const SET_LATER = [/data-theme/, /data-first-rows/]
const FALLBACK_FACE = /@font-face\{[^}]*Fallback[^}]*\}/g

/**
 * Extracts the rules that the first-paint markup needs from the page's style sheets, to be inlined. `addresses` are
 * those of the style sheets in the built `folder`.
 */
export async function firstStyles(page: string, folder: string, addresses: readonly string[]): Promise<string> {
  const beasties = new Beasties({
    path: folder,
    publicPath: '/',
    logLevel: 'silent',
    pruneSource: false,
    reduceInlineStyles: false,
    fonts: false,
    allowRules: SET_LATER,
  })
  const rules = [...(await beasties.process(page)).matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text]) => text)
  if (rules.length === 0) throw new Error('the first-paint markup has no styles')
  const sheets = await Promise.all(addresses.map((address) => readFile(join(folder, address), 'utf8')))
  return sheets.flatMap((sheet) => sheet.match(FALLBACK_FACE) ?? []).join('') + rules.join('')
}
