import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'

/** What is kept in this browser under a name; null when nothing is, or storing is forbidden. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Keeps a text in this browser; an empty one is forgotten. Full or forbidden storage is not an error. */
export function writeStored(name: string, value: string): void {
  try {
    if (value) localStorage.setItem(name, value)
    else localStorage.removeItem(name)
  } catch {
    // The page works without it.
  }
}

/** How a value is kept in this browser: as nothing when its text is empty. */
type Keeping<Value> = { parse: (stored: string | null) => Value; kept: (value: Value) => string }

/** A value that this browser keeps under a name, with every change. */
export function useStored<Value>(
  name: string,
  { parse, kept }: Keeping<Value>,
): [value: Value, change: Dispatch<SetStateAction<Value>>] {
  const [value, change] = useState(() => parse(readStored(name)))
  useEffect(() => writeStored(name, kept(value)), [name, kept, value])
  return [value, change]
}
