import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { chatMember } from '../../../support/chat/members.ts'
import { enterRoom, type RoomAddress } from '../../../support/chat/socket.ts'
import { residentBytes } from '../process-facts.ts'
import type { Workerd } from '../workerd.ts'

const VISITS = 10_000
/** What is needed once, for as many as are in at a time, is not what visits leave behind. */
const VISITS_BEFORE = 2000
const AT_A_TIME = 50
const MEMBERS = 500
const REST_MS = 3000

/** Bytes that workerd holds more after ten thousand members came in and left than before, each time after a collection. */
export async function measureVisits(site: Workerd, channel: string): Promise<{ before: number; after: number }> {
  const room = { origin: site.direct.site ?? '', channel }
  await visit(room, VISITS_BEFORE)
  const before = await atRest(site)
  await visit(room, VISITS)
  return { before, after: await atRest(site) }
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

/** What workerd holds once it has nothing to do and nothing to collect. */
async function atRest({ pid, direct }: Workerd): Promise<number> {
  for (let time = 0; time < 3; time++) {
    await setTimeout(REST_MS)
    await fetch(`${direct.site}/collect`)
  }
  return residentBytes(pid)
}
