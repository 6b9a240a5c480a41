import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'

/** Reads a text that this browser stores; null without one, or where storing is forbidden. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Stores a text in this browser; an empty one is removed. Full or forbidden storage is not an error. */
export function writeStored(name: string, value: string): void {
  try {
    if (value) localStorage.setItem(name, value)
    else localStorage.removeItem(name)
  } catch {
    // The page works without it.
  }
}

/** Converts a value to the stored text and back; an empty text is not stored. */
type Codec<Value> = { parse: (stored: string | null) => Value; serialize: (value: Value) => string }

/** A value that this browser stores under a name, with every change. */
export function useStored<Value>(
  name: string,
  { parse, serialize }: Codec<Value>,
): [value: Value, change: Dispatch<SetStateAction<Value>>] {
  const [value, change] = useState(() => parse(readStored(name)))
  useEffect(() => writeStored(name, serialize(value)), [name, serialize, value])
  return [value, change]
}
