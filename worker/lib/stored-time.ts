import { fromWireTime } from '../../contract/time.ts'

/**
 * Parses a time of a request for a column, in milliseconds since 1970. An invalid time becomes null, which breaks the
 * table's rules.
 */
export function storedTime(digits: string): number {
  const ms = fromWireTime(digits)
  return (Number.isNaN(ms) ? null : ms) as number
}
