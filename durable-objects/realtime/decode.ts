import type * as z from 'zod/mini'
import { MESSAGE_MAX_UNITS } from '../../contract/socket/sockets.ts'

/** Parses a client's message. Null if it does not match the schema or is longer than `MESSAGE_MAX_UNITS`. */
export function decode<T>(schema: z.ZodMiniType<T>, raw: string | ArrayBuffer): T | null {
  if (typeof raw !== 'string' || raw.length > MESSAGE_MAX_UNITS) return null
  try {
    const message = schema.safeParse(JSON.parse(raw))
    return message.success ? message.data : null
  } catch {
    return null
  }
}
