import type { SketchStats } from '../../../contract/http/sketch-files.ts'
import { readManifest } from './manifest.ts'
import { readStack } from './open-raster.ts'
import { refusePersonalData } from './personal-data.ts'
import { type ReadPart, readDirectory, refuse, type ZipEntry } from './zip.ts'

const FACTS_MAX_BYTES = 1_048_576
const ORA_TYPE = 'image/openraster'

export type SketchFileFacts = { contentType: 'application/x-croquis' | 'image/openraster'; stats: SketchStats }

/**
 * Reads the type and statistics of a sketch file: from `manifest.json` or, in OpenRaster, from `stack.xml`.
 * @throws AppError `bad_file`, `personal_data`.
 */
export async function readSketchFile(read: ReadPart, fileBytes: number): Promise<SketchFileFacts> {
  const entries = await readDirectory(read, fileBytes)
  const facts = await readFacts(entries)
  await refusePersonalData(entries)
  return facts
}

async function readFacts(entries: readonly ZipEntry[]): Promise<SketchFileFacts> {
  const entryOf = (name: string) =>
    entries.find(({ filename }) => filename === name) ?? refuse(`neither a .croquis nor an .ora file: no ${name}`)
  const mimetype = entries.find(({ filename }) => filename === 'mimetype')
  if (!mimetype) {
    const manifest = await entryOf('manifest.json').unpack(FACTS_MAX_BYTES)
    return { contentType: 'application/x-croquis', stats: readManifest(manifest) }
  }
  const isOra =
    mimetype.offset === 0 && mimetype.compressionMethod === 0 && mimetype.uncompressedSize === ORA_TYPE.length
  const typeName = isOra ? new TextDecoder().decode(await mimetype.unpack(ORA_TYPE.length)) : ''
  if (typeName !== ORA_TYPE) refuse('the file declares another type')
  return { contentType: ORA_TYPE, stats: readStack(await entryOf('stack.xml').unpack(FACTS_MAX_BYTES)) }
}
