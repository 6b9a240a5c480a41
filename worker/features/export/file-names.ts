import { PRODUCT_NAME } from '../../../contract/product.ts'
import { safeTitle } from '../../lib/download-name.ts'

const TITLE_MAX = 60
const ID_DIGITS = 6
const SKETCH_FILE_EXTENSION = PRODUCT_NAME.toLowerCase()

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/openraster': 'ora',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
}

export type NamedThing = { id: number; title: string }

/** A name that is valid on every system and unique within its kind: `000123 Low tide`. */
export function thingName({ id, title }: NamedThing): string {
  const short = [...safeTitle(title)].slice(0, TITLE_MAX).join('')
  return `${String(id).padStart(ID_DIGITS, '0')} ${short.replace(/[. ]+$/, '')}`.trim()
}

/** The extension of a stored file. An unknown type is that of our own sketch files. */
export function extensionOf(contentType: string): string {
  return EXTENSIONS[contentType] ?? SKETCH_FILE_EXTENSION
}
