import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { chatMember } from '../../../support/chat/members.ts'
import { enterRoom, type RoomAddress } from '../../../support/chat/socket.ts'
import { heapBytes } from '../heap.ts'
import { residentBytes } from '../process-facts.ts'
import type { Workerd } from '../workerd.ts'

const VISITS = 10_000
/** What is needed once, for as many as are in at a time, is not what visits leave behind. */
const VISITS_BEFORE = 2000
const AT_A_TIME = 50
const MEMBERS = 500
const REST_MS = 3000

type Held = { heap: number; resident: number }

/**
 * Bytes that the worker and its room hold before and after ten thousand members came in and left, each time after a
 * collection; `resident` is all of workerd, with the local database in it.
 */
export async function measureVisits(
  site: Workerd,
  inspectorPort: number,
  channel: string,
): Promise<{ before: Held; after: Held }> {
  const room = { origin: site.direct.site ?? '', channel }
  await visit(room, VISITS_BEFORE)
  const before = await atRest(site, inspectorPort)
  await visit(room, VISITS)
  return { before, after: await atRest(site, inspectorPort) }
}

async function visit(room: RoomAddress, visits: number): Promise<void> {
  let come = 0
  const one = async () => {
    while (come < visits) {
      const socket = await enterRoom(room, await chatMember((come++ % MEMBERS) + 1))
      socket.close()
      await once(socket, 'close')
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, one))
}

/** What is held once there is nothing to do. */
async function atRest({ pid }: Workerd, inspectorPort: number): Promise<Held> {
  await setTimeout(REST_MS)
  return { heap: await heapBytes(inspectorPort, 'site'), resident: await residentBytes(pid) }
}
