import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { CHAT_RETENTION_DAYS } from '../../../contract/limits.ts'
import { addChannel, enterRoom } from '../../support/worker/chat.ts'
import { addGroup } from '../../support/worker/groups.ts'
import { runNamed } from '../../support/worker/jobs.ts'
import { addPerson } from '../../support/worker/people.ts'
import { countRowsRead } from '../../support/worker/rows-read.ts'
import { postToStream, startStream } from '../../support/worker/stream-calls.ts'

const DAY_MS = 86_400_000
const EXPIRED = CHAT_RETENTION_DAYS + 1

const hasRoom = async (channel: string) =>
  (await env.DB.prepare('SELECT 1 FROM chat_rooms WHERE channel = ?').bind(channel).first()) !== null

const removeUnused = (days: number, bindings = env) =>
  runNamed(['remove unused chat rooms'], bindings, Date.now() + days * DAY_MS)

/** Adds a stream that has ended. Nobody entered its room. */
async function addEnded(): Promise<string> {
  const mira = await addPerson()
  const id = await startStream(mira)
  await postToStream(mira, 'end', { id })
  return `stream-${id}`
}

describe('the rows of rooms that are not used', () => {
  it('the room of a stream is removed a month after it was last used', async () => {
    const channel = await addEnded()
    await removeUnused(EXPIRED - 1)
    expect(await hasRoom(channel)).toBe(true)
    await removeUnused(EXPIRED)
    expect(await hasRoom(channel)).toBe(false)
  })

  it('an open room that did not report its end is removed as late', async () => {
    const channel = await addChannel()
    await removeUnused(EXPIRED)
    expect(await hasRoom(channel)).toBe(false)
  })

  it('a room that a member entered within two days stays', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    await enterRoom(mira, channel)
    await env.DB.prepare('UPDATE chat_room_sessions SET entered_at = ? WHERE user_id = ?')
      .bind(Date.now() + EXPIRED * DAY_MS, mira.id)
      .run()
    await removeUnused(EXPIRED)
    expect(await hasRoom(channel)).toBe(true)
  })

  it('the rooms of groups and of the site stay', async () => {
    const slug = await addGroup(await addPerson())
    await removeUnused(2 * EXPIRED)
    expect([await hasRoom(`group-${slug}`), await hasRoom('lobby')]).toEqual([true, true])
  })

  it('looking for them reads no rows of rooms in use', async () => {
    await removeUnused(EXPIRED)
    await env.DB.prepare(
      `INSERT INTO chat_rooms (channel, kind, created_at, used_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT 'in-use-' || i, 'open', ?1, ?1 FROM n LIMIT 2000`,
    )
      .bind(Date.now())
      .run()
    expect(await countRowsRead((bindings) => removeUnused(0, bindings))).toBeLessThanOrEqual(5)
  })
})
