import { parseXml, XmlDocumentType, XmlElement } from '@rgrove/parse-xml'
import type { SketchStats } from '../../../contract/http/sketch-files.ts'
import { cleanLine } from '../../../contract/text.ts'
import { refuse } from './zip.ts'

const WORD_MAX = 64
/**
 * Tags, of which a layer has one or two. Each becomes some hundred bytes, and a megabyte of XML has room for 250,000.
 */
const TAGS_MAX = 10_000

/** Reads statistics from `stack.xml` of an OpenRaster file. @throws AppError `bad_file`. */
export function readStack(bytes: Uint8Array): SketchStats {
  const image = parse(textOf(bytes))
  const layers = descendantsOf(image).filter(({ name }) => name === 'layer')
  const sources = new Set(layers.flatMap(({ attributes }) => attributes.src ?? []))
  const version = cleanLine(image.attributes.version ?? '').slice(0, WORD_MAX)
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
        const value = Number(image.attributes[token])
        return Number.isSafeInteger(value) && value > 0 ? [{ token, value }] : []
      }),
    ],
  }
}

/** Returns the `image` element. Refuses document types, and documents nested too deep for the parser. */
function parse(xml: string): XmlElement {
  if (xml.split('<', TAGS_MAX + 2).length > TAGS_MAX + 1) refuse('the stack has too many elements')
  try {
    // XML reads line breaks as `\n`. The parser copies its text for each one that is not.
    const { children, root } = parseXml(xml.replace(/\r\n?/g, '\n'), { preserveDocumentType: true })
    if (root?.name === 'image' && !children.some((node) => node instanceof XmlDocumentType)) return root
  } catch {
    return refuse('the stack is not XML')
  }
  return refuse('the stack has no image, or declares types')
}

function descendantsOf(element: XmlElement): XmlElement[] {
  const found: XmlElement[] = []
  const unread = [element]
  for (let parent = unread.pop(); parent; parent = unread.pop()) {
    for (const child of parent.children) {
      if (!(child instanceof XmlElement)) continue
      found.push(child)
      unread.push(child)
    }
  }
  return found
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return refuse('the stack is not text')
  }
}
