import { fromWireTime } from '../../contract/time.ts'

/**
 * A time of a call for a column, in milliseconds since 1970. One that does not exist is null, which breaks the table's
 * rules.
 */
export function storedTime(digits: string): number {
  const ms = fromWireTime(digits)
  return (Number.isNaN(ms) ? null : ms) as number
}
