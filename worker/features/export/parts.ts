import { placeholderName, placeholderText, zipBytes } from './zip-layout.ts'

/** Files of one zip: those from the first to the last id. */
export type Part = { firstId: number; lastId: number; files: number; bytes: number }

export type PartLimits = { bytesMax: number; filesMax: number }

type FileToPlace = { id: number; name: string; bytes: number; source: string }

/** The parts so far. Further files go into the last one. */
export type Plan = { parts: Part[]; isOfRecordings: boolean }

export const EMPTY_PLAN: Plan = { parts: [], isOfRecordings: false }

/**
 * Divides files, in their order, into zips within the limits, after those of an earlier plan. Recordings begin a part
 * of their own. If a file is deleted, a text takes its place, so each file counts with the larger of both sizes. A file
 * above the limit gets a part of its own.
 */
export function planParts(
  files: readonly FileToPlace[],
  { bytesMax, filesMax }: PartLimits,
  before: Plan = EMPTY_PLAN,
): Plan {
  const parts = before.parts.map((part) => ({ ...part }))
  let [part, isOfRecordings]: [Part | undefined, boolean] = [parts.at(-1), before.isOfRecordings]
  for (const { id, name, bytes, source } of files) {
    const placed = Math.max(
      zipBytes([{ name, bytes }]),
      zipBytes([{ name: placeholderName(name), bytes: PLACEHOLDER }]),
    )
    const fits: boolean =
      part !== undefined &&
      part.files < filesMax &&
      part.bytes + placed <= bytesMax &&
      isOfRecordings === (source === 'recording')
    if (!part || !fits) {
      part = { firstId: id, lastId: id, files: 0, bytes: 0 }
      parts.push(part)
    }
    isOfRecordings = source === 'recording'
    part.lastId = id
    part.files++
    part.bytes += placed
  }
  return { parts, isOfRecordings }
}

const PLACEHOLDER = placeholderText.length
