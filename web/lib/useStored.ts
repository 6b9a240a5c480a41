import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { readStored, writeStored } from './local-storage.ts'

/** Conversion between a value and its stored text; an empty text removes the entry. */
type Codec<Value> = { parse: (stored: string | null) => Value; serialize: (value: Value) => string }

/** State that is stored in localStorage with every change, and read again when the component is shown again. */
export function useStored<Value>(
  name: string,
  { parse, serialize }: Codec<Value>,
): [value: Value, change: Dispatch<SetStateAction<Value>>] {
  const [value, change] = useState(() => parse(readStored(name)))
  const wasShown = useRef(false)
  useEffect(() => {
    // Another component may have changed it while this one was hidden.
    if (wasShown.current) change(parse(readStored(name)))
    return () => {
      wasShown.current = true
    }
  }, [name, parse])
  useEffect(() => writeStored(name, serialize(value)), [name, serialize, value])
  return [value, change]
}
