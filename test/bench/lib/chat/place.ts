import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type LocalSite, ROOT } from '../../../../dev/settings.ts'
import { addChat, TICKET_SECRET } from '../../../support/chat/members.ts'
import { preparedSite } from '../state.ts'

const MEMBERS = 500
const CHANNELS = Array.from({ length: 100 }, (_, index) => `talk-${index + 1}`)

/** Limits that nobody comes near, so that the room itself is what is measured. */
export const UNLIMITED = { TICKET_SECRET, CHAT_LINES_AT_ONCE: '1000', CHAT_LINES_PER_SECOND: '1000' }

/** A place with members and rooms in which nothing was said yet, and the names of these rooms, each good for one use. */
export async function chatSite(): Promise<{ place: LocalSite; nextChannel: () => string }> {
  const counts = { members: MEMBERS, channels: CHANNELS }
  const place = await preparedSite('chat', counts, ({ DB }) => addChat(DB, counts))
  await rm(join(ROOT, place.state, 'v3/do'), { recursive: true, force: true })
  const channels = CHANNELS.values()
  return {
    place,
    nextChannel() {
      const { value } = channels.next()
      if (value === undefined) throw new Error('there are no more rooms')
      return value
    },
  }
}
