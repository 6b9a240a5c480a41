import { base64url } from 'jose'

/** Thrown for a cursor that was not made for the list. The reply is `bad_cursor`. */
export class InvalidCursor extends Error {
  constructor() {
    super('bad_cursor')
  }
}

/** Makes a cursor of the list's name and the keys of its last item. */
export function encodeCursor(list: string, keys: readonly number[]): string {
  return base64url.encode(JSON.stringify([list, ...keys]))
}

/**
 * Returns the keys of a cursor made for this list, or null without a cursor. Keys are integers, unless `isKey` allows
 * others.
 * @throws InvalidCursor for anything that `encodeCursor` does not make for the same list.
 */
export function decodeCursor(
  list: string,
  count: number,
  cursor: string | undefined,
  isKey: (key: unknown) => boolean = Number.isSafeInteger,
): number[] | null {
  if (!cursor) return null
  const [name, ...keys] = parse(cursor)
  if (name !== list || keys.length !== count || !keys.every(isKey)) throw new InvalidCursor()
  return keys.filter((key) => typeof key === 'number')
}

function parse(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(base64url.decode(cursor)))
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
