import type { SketchStats } from '../../../contract/http/sketch-files.ts'
import { readManifest } from './manifest.ts'
import { readStack } from './open-raster.ts'
import { type ReadPart, readDirectory, readEntry, refuse } from './zip.ts'

/** Of a sketch file only this much is ever unpacked. */
const FACTS_MAX_BYTES = 1_048_576
const ORA_TYPE = 'image/openraster'

/** What kind of sketch file it is, by its own words. */
export type SketchFileFacts = { contentType: 'application/x-croquis' | 'image/openraster'; stats: SketchStats }

/** What a sketch file tells of itself: `manifest.json` or, in OpenRaster, `stack.xml`. @throws AppError `bad_file`. */
export async function readSketchFile(read: ReadPart, fileBytes: number): Promise<SketchFileFacts> {
  const entries = await readDirectory(read, fileBytes)
  const find = (wanted: string) =>
    entries.find(({ name }) => name === wanted) ?? refuse(`neither a .croquis nor an .ora file: no ${wanted}`)
  const type = entries.find(({ name }) => name === 'mimetype')
  if (!type) {
    const manifest = await readEntry(read, find('manifest.json'), FACTS_MAX_BYTES)
    return { contentType: 'application/x-croquis', stats: readManifest(manifest) }
  }
  const isOra = type.headerAt === 0 && type.method === 0 && type.bytes === ORA_TYPE.length
  const said = isOra ? new TextDecoder().decode(await readEntry(read, type, ORA_TYPE.length)) : ''
  if (said !== ORA_TYPE) refuse('the file says to be of another type')
  return { contentType: ORA_TYPE, stats: readStack(await readEntry(read, find('stack.xml'), FACTS_MAX_BYTES)) }
}
