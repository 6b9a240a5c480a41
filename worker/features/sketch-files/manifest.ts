import * as z from 'zod/mini'
import type { SketchStats } from '../../../contract/http/sketch-files.ts'
import { cleanLine } from '../../../contract/text.ts'
import { refuse } from './zip.ts'

const COUNT_MAX = 1_000_000_000
const LIST_MAX = 200
const WORD_MAX = 64
/** Statistics of a sketch as JSON, of which a compressed file could make a hundred times its bytes. */
const STATS_MAX_BYTES = 16_384

const count = z._default(z.int().check(z.minimum(0), z.maximum(COUNT_MAX)), 0)
const word = z.pipe(
  z.string().check(z.maxLength(WORD_MAX * 4)),
  z.transform((text) => cleanLine(text).slice(0, WORD_MAX)),
)
const words = z._default(z.array(word).check(z.maxLength(LIST_MAX)), [])

/** `manifest.json` of a `.croquis` file, see docs/sketch-file.md. Other keys are ignored. */
const manifest = z.object({
  format: z.literal('croquis'),
  version: z.int().check(z.minimum(1)),
  appVersion: z._default(word, ''),
  template: z._default(word, ''),
  snapshots: count,
  brushes: words,
  images: count,
  uuids: words,
  tokens: z._default(
    z.record(word, z.union([z.number().check(z.minimum(-COUNT_MAX), z.maximum(COUNT_MAX)), word])),
    {},
  ),
})

/** Reads the statistics of a sketch from its manifest. @throws AppError `bad_file`. */
export function readManifest(bytes: Uint8Array): SketchStats {
  const parsed = manifest.safeParse(jsonOf(bytes))
  if (!parsed.success) return refuse('the manifest does not match the schema')
  const { format: _format, version: _version, tokens, ...stats } = parsed.data
  const entries = Object.entries(tokens)
  if (entries.length > LIST_MAX) refuse('the manifest has too many tokens')
  const read = { ...stats, tokens: entries.map(([token, value]) => ({ token, value })) }
  if (new TextEncoder().encode(JSON.stringify(read)).length > STATS_MAX_BYTES) refuse('the manifest has too much text')
  return read
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes))
  } catch {
    return null
  }
}
