import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type LocalSite, ROOT } from '../../../../dev/settings.ts'
import { addChat } from '../../../support/chat/members.ts'
import { preparedSite, withPlatform } from '../state.ts'

const MEMBERS = 500
const CHANNELS = Array.from({ length: 100 }, (_, index) => `room-${index + 1}`)

/** Rates that are never reached. */
export const UNLIMITED = { CHAT_LINES_AT_ONCE: '1000', CHAT_LINES_PER_SECOND: '1000' }

/** A site with members who have written no lines today, and empty rooms; each room is used once. */
export async function chatSite(): Promise<{ localSite: LocalSite; nextChannel: () => string }> {
  const counts = { members: MEMBERS, channels: CHANNELS }
  const localSite = await preparedSite('chat', counts, ({ DB }) => addChat(DB, counts))
  await withPlatform(localSite, ({ DB }) => DB.prepare('DELETE FROM member_counts').run())
  await rm(join(ROOT, localSite.state, 'v3/do'), { recursive: true, force: true })
  const channels = CHANNELS.values()
  return {
    localSite,
    nextChannel() {
      const { value } = channels.next()
      if (value === undefined) throw new Error('there are no more rooms')
      return value
    },
  }
}
