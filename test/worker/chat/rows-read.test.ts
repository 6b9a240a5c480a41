import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { removeVisits } from '../../../worker/domain/chat/rooms.ts'
import { storeOutboxEvents } from '../../../worker/features/chat/outbox-events.ts'
import { listChannels } from '../../../worker/features/chat/queries.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { countRowsRead, rowsRead } from '../../support/worker/rows-read.ts'
import { sendRequestWith } from '../../support/worker/site.ts'

/** Creates `rooms` rooms of an owner and a visit of every member to each of the first. */
async function addRooms(owner: Person, rooms: number): Promise<void> {
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rooms})`
  await env.DB.exec(
    `${numbers} INSERT INTO chat_rooms (channel, kind, owner_id, present_count, created_at) SELECT 'many-' || ${rooms} || '-' || i, 'open', ${owner.id}, i % 9, 0 FROM n`,
  )
  await env.DB.exec(
    "INSERT OR IGNORE INTO chat_room_sessions SELECT users.id, 'elsewhere', chat_rooms.id, 0 FROM users JOIN chat_rooms ON chat_rooms.id < 20",
  )
}

describe('the cost of chat calls', () => {
  it('entering, tickets, room lists, ended sessions and notifications read no more rows in larger tables', async () => {
    const [mira, other] = [await addPerson(), await addPerson({ nickname: 'named-one' })]
    const figures = async () => {
      const upgrade = { as: mira, headers: { upgrade: 'websocket' } }
      const event = { kind: 'named' as const, at: 0, number: 1, userId: mira.id, message: `@${other.nickname}` }
      return {
        enter: await rowsRead('/socket/chat/lobby', upgrade),
        ticket: await rowsRead('/api/v2/chat/ticket?channel=lobby', { as: mira }),
        session: await rowsRead('/api/v2/session', { as: mira }),
        channels: await countRowsRead((bindings) => listChannels(openDb(bindings.DB))),
        visits: await countRowsRead((bindings) =>
          removeVisits(openDb(bindings.DB), { userId: mira.id, sessions: ['no such session'] }),
        ),
        events: await countRowsRead((bindings) =>
          storeOutboxEvents(openDb(bindings.DB), 'lobby', [{ id: Date.now(), event }]),
        ),
      }
    }
    await addRooms(mira, 100)
    const few = await figures()
    await addRooms(mira, 20_000)
    const many = await figures()
    for (const [what, rows] of Object.entries(many))
      expect(rows, what).toBeLessThanOrEqual(few[what as keyof typeof few] + 2)
    expect(many.enter).toBeLessThanOrEqual(20)
    expect(many.channels).toBeLessThanOrEqual(110)
  })

  it('an act in a room reads no more rows when the member was often appointed as a helper in other rooms', async () => {
    const [owner, helper] = [await addPerson(), await addPerson()]
    const appoint = (count: number) =>
      env.DB.prepare(
        `INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, created_at)
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
          SELECT ?1, 'chat_appoint', ?2, 'chat_room', 900000, i FROM n`,
      )
        .bind(owner.id, helper.id, count)
        .run()
    const rowsOfAct = () =>
      countRowsRead(async (bindings) => {
        const body = { channel: 'lobby', action: 'unmute', userId: owner.id }
        const reply = await sendRequestWith(bindings, '/api/v2/chat/moderate', { as: helper, body })
        expect([reply.status, await reply.text()]).toEqual([403, expect.anything()])
      })
    await appoint(1)
    const rows = await rowsOfAct()
    await appoint(200)
    expect(await rowsOfAct()).toBe(rows)
  })
})
