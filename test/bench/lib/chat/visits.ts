import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { chatMember } from '../../../support/chat/members.ts'
import { enterRoom, type RoomAddress } from '../../../support/chat/socket.ts'
import { heapBytes } from '../heap.ts'
import type { Mode } from '../mode.ts'
import { residentBytes } from '../process-facts.ts'
import type { Workerd } from '../workerd.ts'

/** The visits that warm up cause the one-time allocations of this concurrency before the first reading. */
const PLANS = {
  full: { warmUpVisits: 2000, visits: 10_000, restMs: 3000 },
  short: { warmUpVisits: 50, visits: 50, restMs: 100 },
} satisfies Record<Mode, object>
const CONCURRENT_VISITS = 50
const MEMBERS = 500

type MemoryUse = { heap: number; resident: number }

/**
 * Memory in bytes before and after many visits to a room, each time after a garbage collection. `resident` is all of
 * workerd with the local database.
 */
export async function measureVisits(
  site: Workerd,
  inspectorPort: number,
  channel: string,
  mode: Mode,
): Promise<{ before: MemoryUse; after: MemoryUse }> {
  const { warmUpVisits, visits, restMs } = PLANS[mode]
  const room = { origin: site.direct.site ?? '', channel }
  await visit(room, warmUpVisits)
  const before = await memoryAtRest(site, inspectorPort, restMs)
  await visit(room, visits)
  return { before, after: await memoryAtRest(site, inspectorPort, restMs) }
}

/** Enters and leaves the room this many times. */
async function visit(room: RoomAddress, visits: number): Promise<void> {
  let started = 0
  const visitInTurn = async () => {
    while (started < visits) {
      const socket = await enterRoom(room, await chatMember((started++ % MEMBERS) + 1))
      socket.close()
      await once(socket, 'close')
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_VISITS }, visitInTurn))
}

async function memoryAtRest({ pid }: Workerd, inspectorPort: number, restMs: number): Promise<MemoryUse> {
  await setTimeout(restMs)
  return { heap: await heapBytes(inspectorPort, 'site'), resident: await residentBytes(pid) }
}
