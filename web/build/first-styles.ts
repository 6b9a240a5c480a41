import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Beasties from 'beasties'

/** What `theme.js` and `start.ts` set on elements: no element of the markup has it yet. */
const SET_LATER = [/data-theme/, /data-first-rows/]
const FALLBACK_FACE = /@font-face\{[^}]*Fallback[^}]*\}/g

/**
 * The rules of the page's style sheet that its first markup needs, small enough to travel in the page itself.
 * @param page the page with its markup and its link to the style sheet
 * @param folder where the built page lies
 * @param addresses those of its style sheets, from the root of the site
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
  if (rules.length === 0) throw new Error('the first markup has no styles')
  const sheets = await Promise.all(addresses.map((address) => readFile(join(folder, address), 'utf8')))
  return sheets.flatMap((sheet) => sheet.match(FALLBACK_FACE) ?? []).join('') + rules.join('')
}
