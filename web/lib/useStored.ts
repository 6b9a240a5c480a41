import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { readStored, writeStored } from './stored.ts'

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
