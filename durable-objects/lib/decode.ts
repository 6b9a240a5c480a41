import type * as z from 'zod/mini'
import { FRAME_MAX_BYTES } from '../../contract/socket/sockets.ts'

/** A client's message, by the schema of its kind of socket; null for what is none. Its length is looked at first. */
export function decode<T>(schema: z.ZodMiniType<T>, raw: string | ArrayBuffer): T | null {
  if (typeof raw !== 'string' || raw.length > FRAME_MAX_BYTES) return null
  try {
    const message = schema.safeParse(JSON.parse(raw))
    return message.success ? message.data : null
  } catch {
    return null
  }
}
