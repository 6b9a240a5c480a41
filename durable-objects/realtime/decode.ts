import type * as z from 'zod/mini'
import { FRAME_MAX_BYTES } from '../../contract/socket/sockets.ts'

/** Parses a client's message by its schema; null for anything else, and for a frame that is too long to parse. */
export function decode<T>(schema: z.ZodMiniType<T>, raw: string | ArrayBuffer): T | null {
  if (typeof raw !== 'string' || raw.length > FRAME_MAX_BYTES) return null
  try {
    const message = schema.safeParse(JSON.parse(raw))
    return message.success ? message.data : null
  } catch {
    return null
  }
}
