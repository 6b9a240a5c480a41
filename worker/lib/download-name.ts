import { displayTitle } from '../../contract/text.ts'

/** A `content-disposition` that saves a sketch under its title, in any script, without what a path is made of. */
export function downloadAs(title: string, extension: string): string {
  const safe = displayTitle(title)
    .toWellFormed()
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '-')
  const name = displayTitle(safe.replace(/^[.\s]+/, ''))
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/[%']/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}.${extension}"; filename*=UTF-8''${encoded}.${extension}`
}
