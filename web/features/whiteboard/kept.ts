import * as z from 'zod/mini'
import { decodeDrawn, encodeCommands } from '../../../contract/socket/whiteboard.ts'
import type { Kept } from './replica.ts'

const number = z.int().check(z.nonnegative())
const kept = z.object({
  client: number,
  own: z.array(z.object({ sequence: number, shiftIndex: number, commands: z.string() })),
})

/** What this browser kept of the whiteboard because nothing says that it stands. */
export function parseKept(stored: string | null): Kept | undefined {
  try {
    const { client, own } = kept.parse(JSON.parse(stored ?? ''))
    return { client, own: own.map((batch) => ({ ...batch, commands: decodeDrawn(batch.commands) ?? [] })) }
  } catch {
    return undefined
  }
}

/** How it is kept; an empty text where nothing has to be. */
export function keptText(client: number | undefined, own: Kept['own']): string {
  if (client === undefined || own.length === 0) return ''
  return JSON.stringify({ client, own: own.map((batch) => ({ ...batch, commands: encodeCommands(batch.commands) })) })
}
