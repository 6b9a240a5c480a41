import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type LocalSite, ROOT } from '../../../../dev/settings.ts'
import { addChat } from '../../../support/chat/members.ts'
import { preparedSite, withPlatform } from '../state.ts'

const STREAMS = 60
/** Members before this one publish. */
export const FIRST_VIEWER = STREAMS + 1
const MEMBERS = STREAMS + 2000

export const SETTINGS = { STREAM_RELAYS: '0' }

/** A site with live streams, one for each of the first members; each is used once. */
export async function streamSite(): Promise<{ localSite: LocalSite; nextStream: () => number }> {
  const ids = Array.from({ length: STREAMS }, (_, index) => index + 1)
  const counts = { members: MEMBERS, channels: ids.map((id) => `stream-${id}`) }
  const localSite = await preparedSite('stream', counts, ({ DB }) => addChat(DB, counts))
  await rm(join(ROOT, localSite.state, 'v3/do'), { recursive: true, force: true })
  await withPlatform(localSite, ({ DB }) => renew(DB, ids))
  const streams = ids.values()
  return {
    localSite,
    nextStream() {
      const { value } = streams.next()
      if (value === undefined) throw new Error('there are no more streams')
      return value
    },
  }
}

/** Makes streams live that an earlier run ended. */
async function renew(DB: D1Database, ids: readonly number[]): Promise<void> {
  await DB.prepare(
    `INSERT OR REPLACE INTO streams
       (id, user_id, idempotency_key, title, description, mature, source, state, started_at, created_at)
     SELECT value, value, 'bench-' || value, 'A drawing', '', 0, 'screen', 'live', ?2, ?2 FROM json_each(?1)`,
  )
    .bind(JSON.stringify(ids), Date.now())
    .run()
}
