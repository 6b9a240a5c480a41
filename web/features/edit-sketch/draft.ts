import * as z from 'zod/mini'
import { type EditBody, editBody } from '../../../contract/http/edit-sketch.ts'
import { readStored, writeStored } from '../../lib/stored.ts'

/** What an artist changed and did not update yet; fields that stand as on the site are not in it. */
export type Edits = Partial<EditBody>

const edits = z.partial(editBody)
const nameOf = (sketchId: number) => `edit-draft ${sketchId}`

/** The edits after another change. What is given as `undefined`, or as it stands on the site, is no edit any more. */
export function edited(before: Edits, change: Edits, now: EditBody): Edits {
  const fields = Object.entries({ ...before, ...change }).filter(
    ([field, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(now[field as keyof EditBody]),
  )
  return Object.fromEntries(fields)
}

/** The edits that this browser kept; none when what it kept is no edit. */
export function parseEdits(stored: string | null): Edits {
  try {
    return edits.safeParse(JSON.parse(stored ?? '{}')).data ?? {}
  } catch {
    return {}
  }
}

export function readDraft(sketchId: number): Edits {
  return parseEdits(readStored(nameOf(sketchId)))
}

export function writeDraft(sketchId: number, kept: Edits): void {
  writeStored(nameOf(sketchId), Object.keys(kept).length > 0 ? JSON.stringify(kept) : '')
}
