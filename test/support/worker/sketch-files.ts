import { env } from 'cloudflare:workers'
import { strToU8, type Zippable, zipSync } from 'fflate'
import { concatBytes } from '../../../contract/bytes.ts'
import type { Person } from './people.ts'
import { sendRequestWith } from './site.ts'

export const zipOf = (files: Zippable) => concatBytes(zipSync(files))

/** A `.croquis` file; `fields` override its manifest. */
export function croquisFile(fields: object = {}): Uint8Array<ArrayBuffer> {
  const manifest = {
    format: 'croquis',
    version: 1,
    appVersion: '2.4.0',
    template: 'A4',
    snapshots: 12,
    brushes: ['Ink', 'Wash'],
    images: 3,
    uuids: ['0b6f2c0e-4a57-4f0c-9a7b-0b8f6f5a6c11'],
    tokens: { strokes: 1904, hand: 'left' },
    ...fields,
  }
  return zipOf({ 'manifest.json': strToU8(JSON.stringify(manifest)), 'layers/0.png': strToU8('pixels') })
}

export function openRasterFile(
  stack = '<image version="0.0.5" w="60" h="40"><stack><layer src="data/0.png"/><layer src="data/1.png" name="ink"/></stack></image>',
) {
  return zipOf({ mimetype: [strToU8('image/openraster'), { level: 0 }], 'stack.xml': strToU8(stack) })
}

/** Uploads a file like the edit page. */
export function putFile(
  as: Person | null,
  address: string,
  file: Uint8Array<ArrayBuffer>,
  bindings = env,
  length: number | null = file.length,
): Promise<Response> {
  return sendRequestWith(bindings, address, {
    as,
    method: 'PUT',
    raw: file,
    headers: { 'content-type': 'application/octet-stream', 'content-length': length === null ? null : String(length) },
  })
}
