import { displayTitle } from '../../contract/text.ts'

/** Makes a `content-disposition` that saves a file under a sketch's title, without path characters (RFC 6266). */
export function downloadAs(title: string, extension: string): string {
  const safe = displayTitle(title)
    .toWellFormed()
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '-')
  const name = displayTitle(safe.replace(/^[.\s]+/, ''))
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/[%']/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}.${extension}"; filename*=UTF-8''${encoded}.${extension}`
}
