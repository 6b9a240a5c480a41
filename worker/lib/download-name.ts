import { displayTitle } from '../../contract/text.ts'

/** A title as part of a file's name: without path characters, and without dots at its start. */
export function safeTitle(title: string): string {
  const safe = displayTitle(title)
    .toWellFormed()
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '-')
  return displayTitle(safe.replace(/^[.\s]+/, ''))
}

/** Makes a `content-disposition` that saves a file under a sketch's title (RFC 6266). */
export const downloadAs = (title: string, extension: string): string => `attachment; ${fileName(title, extension)}`

/** Makes a `content-disposition` that shows a file in the browser, which saves it under a sketch's title. */
export const showAs = (title: string, extension: string): string => `inline; ${fileName(title, extension)}`

function fileName(title: string, extension: string): string {
  const name = safeTitle(title)
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/[%']/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  return `filename="${plain}.${extension}"; filename*=UTF-8''${encoded}.${extension}`
}
