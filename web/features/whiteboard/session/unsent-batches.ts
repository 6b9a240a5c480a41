import * as z from 'zod/mini'
import { drawCost } from '../../../../contract/board/board.ts'
import { decodeDrawCommands, encodeCommands } from '../../../../contract/socket/draw-commands.ts'
import { readStored, writeStored } from '../../../lib/local-storage.ts'
import { unsentStrokesName } from '../../../lib/own-drafts.ts'
import type { OutgoingBatch, StoredBatches } from './replica.ts'

/** A member's unsent batches in this browser. One tab at a time owns them, because two would send them twice. */
export class UnsentBatches {
  readonly #name: string
  #isOwner = false

  constructor(userId: number) {
    this.#name = unsentStrokesName(userId)
  }

  /** Calls `begin` once it is known whether this tab is the owner. The returned function releases the ownership. */
  acquire(begin: () => void): () => void {
    const { promise: released, resolve } = Promise.withResolvers<void>()
    let isReleased = false
    void navigator.locks.request(this.#name, { ifAvailable: true }, (lock) => {
      this.#isOwner = lock !== null
      if (!isReleased) begin()
      return lock && released
    })
    return () => {
      isReleased = true
      resolve()
    }
  }

  read(): StoredBatches | undefined {
    return this.#isOwner ? parseUnsent(readStored(this.#name)) : undefined
  }

  write(client: number | undefined, outgoing: readonly OutgoingBatch[]): void {
    if (this.#isOwner) writeStored(this.#name, serializeUnsent(client, outgoing))
  }
}

const number = z.int().check(z.nonnegative())
const storedBatches = z.object({
  client: number,
  outgoing: z.array(z.object({ sequence: number, shiftIndex: number, commands: z.string() })),
})

/** Parses stored batches; undefined when there are none or they are invalid. */
export function parseUnsent(stored: string | null): StoredBatches | undefined {
  try {
    const { client, outgoing } = storedBatches.parse(JSON.parse(stored ?? ''))
    const decoded = outgoing.map((batch) => ({ ...batch, commands: decodeDrawCommands(batch.commands) ?? [] }))
    return { client, outgoing: decoded }
  } catch {
    return undefined
  }
}

/** Serialises batches; empty when there is nothing to send. */
export function serializeUnsent(client: number | undefined, outgoing: readonly OutgoingBatch[]): string {
  if (client === undefined || outgoing.length === 0) return ''
  const encoded = outgoing.map((batch) => ({ ...batch, commands: encodeCommands(batch.commands) }))
  return JSON.stringify({ client, outgoing: encoded })
}

/** Limits of unconfirmed work, in units of one short curve and in batches: the board delays clients that send more. */
const IN_FLIGHT_COST = 1500
const IN_FLIGHT_BATCHES = 20

/** Batches that may be sent now; those up to `sent` are in flight. */
export function sendable(outgoing: readonly OutgoingBatch[], sent: number): OutgoingBatch[] {
  const inFlight = outgoing.filter(({ sequence }) => sequence <= sent)
  let cost = inFlight.reduce((sum, { commands }) => sum + drawCost(commands), 0)
  const ready: OutgoingBatch[] = []
  for (const batch of outgoing.slice(inFlight.length)) {
    cost += drawCost(batch.commands)
    const count = inFlight.length + ready.length
    if (count > 0 && (cost > IN_FLIGHT_COST || count >= IN_FLIGHT_BATCHES)) break
    ready.push(batch)
  }
  return ready
}
