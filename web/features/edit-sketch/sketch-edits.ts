import * as z from 'zod/mini'
import { type EditBody, editBody } from '../../../contract/http/edit-sketch.ts'
import { readStored, writeStored } from '../../lib/local-storage.ts'

/** Changes of a sketch that are not saved; fields equal to the saved ones are left out. */
export type Edits = Partial<EditBody>

const edits = z.partial(editBody)
const storageKey = (sketchId: number) => `edit-draft ${sketchId}`

/** Merges a change into the edits. Fields that are undefined or equal to the saved ones are removed. */
export function mergeEdits(before: Edits, change: Edits, now: EditBody): Edits {
  const fields = Object.entries({ ...before, ...change }).filter(
    ([field, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(now[field as keyof EditBody]),
  )
  return Object.fromEntries(fields)
}

/** Parses stored edits; invalid ones are dropped. */
export function parseEdits(stored: string | null): Edits {
  try {
    return edits.safeParse(JSON.parse(stored ?? '{}')).data ?? {}
  } catch {
    return {}
  }
}

export function readEdits(sketchId: number): Edits {
  return parseEdits(readStored(storageKey(sketchId)))
}

export function writeEdits(sketchId: number, kept: Edits): void {
  writeStored(storageKey(sketchId), Object.keys(kept).length > 0 ? JSON.stringify(kept) : '')
}
