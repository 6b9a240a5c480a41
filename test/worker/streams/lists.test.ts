import { describe, expect, it } from 'vitest'
import { type AnnouncedStreamsReply, type LiveStreamsReply, streamsReply } from '../../../contract/http/streams.ts'
import { STREAMS_PAGE_SIZE } from '../../../contract/limits.ts'
import { clearIsolateCaches } from '../../../worker/lib/isolate-cache.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addAnnounced, addReplay, addStream, listStreams } from '../../support/worker/stream-calls.ts'

describe('the lists of streams', () => {
  it('live streams are sorted by viewers and announced ones by time, and the whiteboard is listed [2 §2 Streams]', async () => {
    const mira = await addPerson()
    const few = await addStream(await addPerson(), { viewersCount: 100 })
    const many = await addStream(await addPerson(), { viewersCount: 200 })
    const [later, soon, past] = [
      await addAnnounced(mira, { startsAt: Date.now() + 9e6 }),
      await addAnnounced(mira, { startsAt: Date.now() + 1e6 }),
      await addAnnounced(mira, { startsAt: Date.now() - 9e6 }),
    ]
    const list = streamsReply.parse(await listStreams(mira))
    const of = (rows: { id: number }[], ids: number[]) => rows.map(({ id }) => id).filter((id) => ids.includes(id))
    expect(of(list.streams, [few, many])).toEqual([many, few])
    expect(of(list.announced, [soon, later, past])).toEqual([soon, later])
    expect(list.whiteboard).toEqual({ preview: '/whiteboard/board.png' })
  })

  it('a list item has the preview, size and orientation of its stream [2 §2] [2 §3]', async () => {
    const previews = [
      { preview: 3, sw: 1280, sh: 720, orientation: 'landscape' },
      { preview: 1, sw: 720, sh: 1280, orientation: 'portrait' },
      { preview: 2, sw: 600, sh: 600, orientation: 'landscape' },
      { preview: 0, sw: 0, sh: 0, orientation: 'landscape' },
    ] as const
    const ids: number[] = []
    for (const [place, { preview, sw, sh }] of previews.entries()) {
      const size = { previewNumber: preview, width: sw, height: sh }
      ids.push(await addStream(await addPerson(), { ...size, viewersCount: 900 - place }))
    }
    clearIsolateCaches()
    const { streams } = await listStreams(null)
    const listed = ids.map((id) => streams.find((stream) => stream.id === id))
    for (const [place, { preview, ...size }] of previews.entries()) {
      const path = preview ? `/stream/${ids[place]}/preview/${preview}.webp` : null
      expect(listed[place]).toMatchObject({ preview: path, ...size })
    }
  })

  it('paging lists each visible stream once, to the end', async () => {
    const mira = await addPerson()
    const live: { id: number; watching: number }[] = []
    const announced: number[] = []
    for (let place = 0; place < 2 * STREAMS_PAGE_SIZE + 1; place++) {
      const mature = place % 10 === 9
      const watching = 500_000 - Math.floor(place / 2)
      const id = await addStream(await addPerson(), { viewersCount: watching, mature })
      const later = await addAnnounced(mira, { startsAt: Date.now() + 1e8 + Math.floor(place / 2), mature })
      if (mature) continue
      live.push({ id, watching })
      announced.push(later)
    }
    live.sort((a, b) => b.watching - a.watching || b.id - a.id)
    const walk = async (as: Person | null, list: 'live' | 'announced') => {
      const { streams, announced, cursors } = await listStreams(as)
      const seen = (list === 'live' ? streams : announced).map(({ id }) => id)
      let cursor = cursors[list]
      for (let page = 0; cursor && page < 10; page++) {
        const reply = await requestJson<LiveStreamsReply | AnnouncedStreamsReply>(
          `/api/v2/streams/${list}?cursor=${cursor}`,
          { as },
        )
        expect(reply.done).toBe(reply.cursor === '')
        seen.push(...reply.items.map(({ id }) => id))
        cursor = reply.cursor
      }
      return seen
    }
    clearIsolateCaches()
    for (const as of [null, await addPerson()]) {
      const [all, coming] = [await walk(as, 'live'), await walk(as, 'announced')]
      expect(new Set(all).size).toBe(all.length)
      expect(all.slice(0, live.length)).toEqual(live.map(({ id }) => id))
      expect(coming.filter((id) => announced.includes(id))).toEqual(announced)
      expect(new Set(coming).size).toBe(coming.length)
    }
    expect(
      await errorOf(sendRequest(`/api/v2/streams/live?cursor=${(await listStreams(mira)).cursors.announced}`)),
    ).toEqual([400, 'bad_cursor'])
  }, 30_000)

  it('a member gets their own live stream and pending replays, also those missing from the lists', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const live = await addStream(mira, { mature: true })
    const [older, latest] = [
      await addReplay(mira, { replay: 'pending' }),
      await addReplay(mira, { replay: 'pending', mature: true }),
    ]
    await addReplay(mira)
    const { own } = await listStreams(mira)
    expect([own?.live, own?.pending.map(({ id }) => id)]).toEqual([live, [latest, older]])
    expect((await listStreams(ines)).own).toEqual({ live: null, pending: [] })
    clearIsolateCaches()
    expect((await listStreams(null)).own).toBeNull()
  })
})
