import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { AnnouncedStreamsReply, LiveStreamsReply, ReplaysReply } from '../../../contract/http/streams.ts'
import { STREAMS_PAGE_SIZE } from '../../../contract/limits.ts'
import { listHiddenRooms } from '../../../worker/domain/streams/hidden-rooms.ts'
import { notifyOfStart } from '../../../worker/features/streams/notifications.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { clearIsolateCaches } from '../../../worker/lib/isolate-cache.ts'
import { addMembers } from '../../support/worker/fans-and-blocks.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { countRowsRead, rowsRead } from '../../support/worker/rows-read.ts'
import { requestJson } from '../../support/worker/site.ts'
import { addAnnounced, addReplay, addStream, storeReplay } from '../../support/worker/stream-calls.ts'

/**
 * Adds a stream of each state for each of these members. Every second stream is mature, and those have the most viewers
 * and the latest dates. Every third replay was posted with an unlisted sketch.
 */
async function addStreams(members: readonly number[]): Promise<void> {
  const ids = JSON.stringify(members)
  const insert = (state: string, replay: string) =>
    env.DB.prepare(
      `INSERT INTO streams (user_id, idempotency_key, title, description, mature, source, state, starts_at, started_at, ended_at,
         viewers_count, replay, finalized, preview_number, replay_unlisted, created_at)
       SELECT value, ?2 || value, 'One of many', '', value % 2, 'screen', ?2, ?4 + 1000 * (1 - value % 2) + value, ?4, ?4 + value,
         1000 * (value % 2) + value % 7, ?3, 1, 1, value % 3 = 0, ?4 FROM json_each(?1)`,
    ).bind(ids, state, replay, Date.now())
  await env.DB.batch([insert('live', 'none'), insert('announced', 'none'), insert('ended', 'kept')])
  await env.DB.exec(
    "INSERT OR IGNORE INTO stream_reminders SELECT streams.id, users.id FROM streams JOIN users ON users.id % 50 = streams.id % 50 WHERE streams.id % 20 = 0 AND title = 'One of many' LIMIT 5000",
  )
}

/** Counts the rows that the first two pages of a list read. */
async function pagesOf(list: 'live' | 'announced' | 'replays', as: Person): Promise<Record<string, number>> {
  const path = `/api/v2/streams/${list}`
  const { cursor } = await requestJson<{ cursor: string }>(path, { as })
  if (!cursor) throw new Error(`${list} has one page`)
  const [first, second] = [await rowsRead(path, { as }), await rowsRead(`${path}?cursor=${cursor}`, { as })]
  return { [`${list} of ${as.nickname}`]: first, [`more ${list} of ${as.nickname}`]: second }
}

async function blockAll(viewer: Person, members: readonly number[]): Promise<void> {
  await env.DB.prepare('INSERT INTO blocks (user_id, blocked_id, created_at) SELECT ?, value, 1 FROM json_each(?)')
    .bind(viewer.id, JSON.stringify(members))
    .run()
}

/** Returns the ids of all pages of a list. */
async function idsOfPages(path: string, as: Person): Promise<number[]> {
  const seen: number[] = []
  for (let cursor = '', done = false; !done; ) {
    const page = await requestJson<LiveStreamsReply | AnnouncedStreamsReply | ReplaysReply>(
      cursor ? `${path}?cursor=${cursor}` : path,
      { as },
    )
    seen.push(...page.items.map(({ id }) => id))
    ;({ cursor, done } = page)
  }
  return seen
}

describe('the cost of streams', () => {
  it('lists, pages, files, the home page and notifications read no more rows in larger tables', async () => {
    const [mira, matureViewer] = [await addPerson(), await addPerson({ showMature: true })]
    const [live, announced, replay] = [await addStream(mira), await addAnnounced(mira), await addReplay(mira)]
    await storeReplay(replay)
    const rooms = [`stream-${live}`, `stream-${replay}`]
    const figures = async () => {
      clearIsolateCaches()
      await env.DB.prepare('UPDATE streams SET notified_up_to = 0 WHERE id = ?').bind(live).run()
      return {
        visitors: await rowsRead('/api/v2/streams'),
        members: await rowsRead('/api/v2/streams', { as: mira }),
        matureViewer: await rowsRead('/api/v2/streams', { as: matureViewer }),
        ...(await pagesOf('live', mira)),
        ...(await pagesOf('live', matureViewer)),
        ...(await pagesOf('announced', mira)),
        ...(await pagesOf('announced', matureViewer)),
        ...(await pagesOf('replays', mira)),
        ...(await pagesOf('replays', matureViewer)),
        home: await rowsRead('/api/v2/index', { as: mira, body: { streams: 5 } }),
        profile: await rowsRead(`/api/user/${mira.id}`, { as: matureViewer }),
        page: await rowsRead(`/api/v2/stream/${live}`, { as: mira }),
        announcedPage: await rowsRead(`/api/v2/stream/${announced}`, { as: mira }),
        segment: await rowsRead(`/stream/${replay}/replay/0.seg`, { as: mira }),
        rooms: await countRowsRead((bindings) =>
          listHiddenRooms(openDb(bindings.DB), [mira.id, matureViewer.id], rooms),
        ),
        notifying: await countRowsRead((bindings) => notifyOfStart(openDb(bindings.DB), env, { id: live })),
      }
    }
    await addStreams(await addMembers(8 * STREAMS_PAGE_SIZE, 'Early'))
    const few = await figures()
    await addStreams(await addMembers(5000, 'Later'))
    for (let of = 0; of < 50; of++) await addReplay(mira)
    const many = await figures()
    for (const [what, rows] of Object.entries(many))
      expect(rows, what).toBeLessThanOrEqual(few[what as keyof typeof few] + 2)
    expect(many.members).toBeLessThanOrEqual(8 * STREAMS_PAGE_SIZE)
  })

  it('a later page of replays that ended at the same moment reads no more rows', async () => {
    await env.DB.prepare('UPDATE streams SET ended_at = 5 WHERE ended_at IS NOT NULL').run()
    const reader = await addPerson({ showMature: true })
    const path = '/api/v2/streams/replays'
    const first = await rowsRead(path, { as: reader })
    let { cursor } = await requestJson<{ cursor: string }>(path, { as: reader })
    for (let page = 2; page < 6; page++) {
      expect(await rowsRead(`${path}?cursor=${cursor}`, { as: reader })).toBeLessThanOrEqual(first + 2)
      cursor = (await requestJson<{ cursor: string }>(`${path}?cursor=${cursor}`, { as: reader })).cursor
    }
  })

  it('many replays of blocked artists in a row make no page read more rows, and the list goes on behind them', async () => {
    const [viewer, artist] = [await addPerson(), await addPerson()]
    const path = '/api/v2/streams/replays'
    await env.DB.prepare('DELETE FROM streams').run()
    const shown = await addReplay(artist)
    await env.DB.prepare('UPDATE streams SET ended_at = 1 WHERE id = ?').bind(shown).run()
    const members = await addMembers(6 * STREAMS_PAGE_SIZE, 'Blocked')
    await addStreams(members)
    const before = await rowsRead(path, { as: viewer })
    await blockAll(viewer, members)
    // A block is one row for each replay.
    expect(await rowsRead(path, { as: viewer })).toBeLessThanOrEqual(before + STREAMS_PAGE_SIZE + 1)
    expect(await idsOfPages(path, viewer)).toEqual([shown])
  })

  it.each(['live', 'announced'] as const)(
    'many %s streams of blocked artists in a row make no page read more rows, and the list goes on behind them',
    async (list) => {
      const [viewer, artist] = [await addPerson(), await addPerson()]
      const path = `/api/v2/streams/${list}`
      await env.DB.prepare('DELETE FROM streams').run()
      const last = {
        live: () => addStream(artist),
        announced: () => addAnnounced(artist, { startsAt: Date.now() + 1e8 }),
      }
      const shown = await last[list]()
      await env.DB.prepare('UPDATE streams SET viewers_count = -1 WHERE id = ?').bind(shown).run()
      const members = await addMembers(6 * STREAMS_PAGE_SIZE, `Blocked ${list}`)
      await addStreams(members)
      const paths = [path, '/api/v2/streams']
      const before = await Promise.all(paths.map((each) => rowsRead(each, { as: viewer })))
      await blockAll(viewer, members)
      const after = await Promise.all(paths.map((each) => rowsRead(each, { as: viewer })))
      // A block is one row for each stream. The last path has both lists.
      for (const [at, rows] of after.entries())
        expect(rows).toBeLessThanOrEqual((before[at] ?? 0) + (at + 1) * (STREAMS_PAGE_SIZE + 1))
      expect(await idsOfPages(path, viewer)).toEqual([shown])
    },
  )
})
