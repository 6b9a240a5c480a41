import type { SketchStats } from '../../../contract/http/sketch-files.ts'
import { cleanLine } from '../../../contract/text.ts'
import { refuse } from './zip.ts'

const WORD_MAX = 64
// A value ends before the next tag, so that whatever is sent is read once.
const TAG = /<([a-z-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/gi
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g

/** What `stack.xml` of an OpenRaster file tells: its pictures, its layers, its version. @throws AppError `bad_file`. */
export function readStack(bytes: Uint8Array): SketchStats {
  const xml = textOf(bytes)
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) refuse('the stack declares types')
  const tags = [...xml.matchAll(TAG)].map(([, name = '', attributes = '']) => ({ name, attributes: read(attributes) }))
  const image = tags.find(({ name }) => name === 'image')
  if (!image) return refuse('the stack has no image')
  const layers = tags.filter(({ name }) => name === 'layer')
  const sources = new Set(layers.flatMap(({ attributes }) => attributes.get('src') ?? []))
  const version = cleanLine(image.attributes.get('version') ?? '').slice(0, WORD_MAX)
  return {
    snapshots: 0,
    brushes: [],
    images: sources.size,
    uuids: [],
    template: '',
    appVersion: `OpenRaster ${version}`.trim(),
    tokens: [
      { token: 'layers', value: layers.length },
      ...['w', 'h'].flatMap((token) => {
        const value = Number(image.attributes.get(token))
        return Number.isSafeInteger(value) && value > 0 ? [{ token, value }] : []
      }),
    ],
  }
}

function read(attributes: string): Map<string, string> {
  const pairs = [...attributes.matchAll(ATTRIBUTE)]
  return new Map(pairs.map(([, name = '', double, single]) => [name, double ?? single ?? '']))
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return refuse('the stack is no text')
  }
}
