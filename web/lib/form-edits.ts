import { useCallback, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { readStored, writeStored } from './local-storage.ts'

/** Changes of a form that are not saved; fields equal to the saved ones are left out. */
export type Edits<Fields> = Partial<Fields>

/** Merges a change into the edits. Fields that are undefined or equal to the saved ones are removed. */
export function mergeEdits<Fields extends object>(
  before: Edits<Fields>,
  change: Edits<Fields>,
  saved: Edits<Fields>,
): Edits<Fields> {
  const fields = Object.entries({ ...before, ...change }).filter(
    ([field, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(saved[field as keyof Fields]),
  )
  return Object.fromEntries(fields) as Edits<Fields>
}

/**
 * Returns the edits that were made after `sent` were sent. `latest` has the latest choices, also those that became equal
 * to the saved values while `sent` were sent.
 */
export function editsSince<Fields extends object>(
  sent: Edits<Fields>,
  edits: Edits<Fields>,
  latest: Edits<Fields>,
): Edits<Fields> {
  const chosen = Object.fromEntries(Object.entries(latest).filter(([field]) => field in sent))
  return mergeEdits(edits, chosen as Edits<Fields>, sent)
}

/** Parses stored edits; invalid ones are dropped. */
export function parseEdits<Fields>(schema: z.ZodMiniType<Edits<Fields>>, stored: string | null): Edits<Fields> {
  try {
    return schema.safeParse(JSON.parse(stored ?? '{}')).data ?? {}
  } catch {
    return {}
  }
}

/**
 * Edits of a form, stored in this browser under a name until they are forgotten. `schema` is that of the stored edits.
 * `forget` keeps edits that were made after `sent` were sent.
 */
export function useFormEdits<Fields extends object>(
  name: string,
  schema: z.ZodMiniType<Edits<Fields>>,
  saved: Fields,
): { edits: Edits<Fields>; change: (part: Edits<Fields>) => void; forget: (sent: Edits<Fields>) => void } {
  const [edits, setEdits] = useState(() => mergeEdits(parseEdits(schema, readStored(name)), {}, saved))
  useEffect(() => storeEdits(name, edits), [name, edits])
  const latest = useRef<Edits<Fields>>({})
  const change = (part: Edits<Fields>) => {
    latest.current = { ...latest.current, ...part }
    setEdits((before) => mergeEdits(before, part, saved))
  }
  const forget = useCallback(
    (sent: Edits<Fields>) => {
      // This closure is older than edits made meanwhile, which are stored.
      const left = editsSince(sent, parseEdits(schema, readStored(name)), latest.current)
      // The page may be left before the effect.
      storeEdits(name, left)
      setEdits(left)
    },
    [name, schema],
  )
  return { edits, change, forget }
}

function storeEdits(name: string, edits: object): void {
  writeStored(name, Object.keys(edits).length > 0 ? JSON.stringify(edits) : '')
}
