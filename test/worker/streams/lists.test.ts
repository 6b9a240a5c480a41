import { describe, expect, it } from 'vitest'
import { type AnnouncedStreamsReply, type LiveStreamsReply, streamsReply } from '../../../contract/http/streams.ts'
import { STREAMS_PAGE_SIZE } from '../../../contract/limits.ts'
import { clearIsolateCaches } from '../../../worker/lib/isolate-cache.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addAnnounced, addReplay, addStream, listStreams } from '../../support/worker/stream-calls.ts'

describe('the lists of streams', () => {
  const idsAmong = (rows: { id: number }[], ids: number[]) => rows.map(({ id }) => id).filter((id) => ids.includes(id))

  it('live streams are sorted by viewers [2 §2 Streams]', async () => {
    const few = await addStream(await addPerson(), { viewersCount: 100 })
    const many = await addStream(await addPerson(), { viewersCount: 200 })
    const { streams } = streamsReply.parse(await listStreams(await addPerson()))
    expect(idsAmong(streams, [few, many])).toEqual([many, few])
  })

  it('announced streams are sorted by time [2 §2 Streams]', async () => {
    const mira = await addPerson()
    const later = await addAnnounced(mira, { startsAt: Date.now() + 9e6 })
    const soon = await addAnnounced(mira, { startsAt: Date.now() + 1e6 })
    const { announced } = streamsReply.parse(await listStreams(mira))
    expect(idsAmong(announced, [soon, later])).toEqual([soon, later])
  })

  it('an announced stream leaves the list when its time is past [2 §2 Streams]', async () => {
    const mira = await addPerson()
    const past = await addAnnounced(mira, { startsAt: Date.now() - 9e6 })
    const { announced } = streamsReply.parse(await listStreams(mira))
    expect(idsAmong(announced, [past])).toEqual([])
  })

  const idsOf = async (path: string, as: Person | null): Promise<number[]> => {
    const { items }: { items: { id: number }[] } = await requestJson(path, { as })
    return items.map(({ id }) => id)
  }

  it('the announced streams of a member are listed alone', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    const announced = await addAnnounced(mira)
    await addAnnounced(tomo)
    expect(await idsOf(`/api/v2/streams/announced?user=${mira.id}`, null)).toEqual([announced])
  })

  it('the replays of a member are listed alone, the latest first', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    const [older, latest] = [await addReplay(mira, { endedAt: 1000 }), await addReplay(mira, { endedAt: 2000 })]
    await addReplay(tomo)
    expect(await idsOf(`/api/v2/streams/replays?user=${mira.id}`, null)).toEqual([latest, older])
  })

  it.each([
    ['announced', addAnnounced],
    ['replays', addReplay],
  ] as const)('artists see their own mature streams among their %s', async (list, add) => {
    const mira = await addPerson()
    const mature = await add(mira, { mature: true })
    expect(await idsOf(`/api/v2/streams/${list}?user=${mira.id}`, mira)).toEqual([mature])
  })

  it.each([
    ['live', addStream],
    ['announced', addAnnounced],
    ['replays', addReplay],
  ] as const)('artists see their own mature streams once in the list of all: %s', async (list, add) => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    const [mature, others] = [await add(mira, { mature: true }), await add(tomo, { mature: true })]
    const path = `/api/v2/streams/${list}`
    expect(
      idsAmong((await requestJson<{ items: { id: number }[] }>(path, { as: mira })).items, [mature, others]),
    ).toEqual([mature])
  })

  it.each([
    ['announced', addAnnounced],
    ['replays', addReplay],
  ] as const)('others see no mature streams among the %s of a member', async (list, add) => {
    const mira = await addPerson()
    await add(mira, { mature: true })
    expect(await idsOf(`/api/v2/streams/${list}?user=${mira.id}`, await addPerson())).toEqual([])
  })

  it('the whiteboard is listed [2 §2 Streams]', async () => {
    expect(await listStreams(await addPerson())).toMatchObject({ whiteboard: { preview: '/whiteboard/board.png' } })
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

  it('a member gets their own live stream and pending replays, also those missing from the lists', async () => {
    const mira = await addPerson()
    const live = await addStream(mira, { mature: true })
    const [older, latest] = [
      await addReplay(mira, { replay: 'pending' }),
      await addReplay(mira, { replay: 'pending', mature: true }),
    ]
    await addReplay(mira)
    const { own } = await listStreams(mira)
    expect([own?.live, own?.pending.map(({ id }) => id)]).toEqual([live, [latest, older]])
  })

  it('a member gets none of the streams of others as their own', async () => {
    const mira = await addPerson()
    await addStream(mira)
    await addReplay(mira, { replay: 'pending' })
    expect((await listStreams(await addPerson())).own).toEqual({ live: null, pending: [] })
  })

  it('a visitor has no streams of their own', async () => {
    clearIsolateCaches()
    expect((await listStreams(null)).own).toBeNull()
  })
})

describe('pages of the lists of streams', () => {
  const PLACES = 2 * STREAMS_PAGE_SIZE + 1
  /** Pairs of streams have the same place in the order, and one in ten is mature. */
  const places = Array.from({ length: PLACES }, (_, place) => ({
    pair: Math.floor(place / 2),
    mature: place % 10 === 9,
  }))

  /** Returns the ids of all pages of a list. */
  async function walk(as: Person | null, list: 'live' | 'announced'): Promise<number[]> {
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

  it('paging lists each visible live stream once, to the end', async () => {
    const live: { id: number; watching: number }[] = []
    for (const { pair, mature } of places) {
      const watching = 500_000 - pair
      const id = await addStream(await addPerson(), { viewersCount: watching, mature })
      if (!mature) live.push({ id, watching })
    }
    live.sort((a, b) => b.watching - a.watching || b.id - a.id)
    clearIsolateCaches()
    for (const as of [null, await addPerson()]) {
      const seen = await walk(as, 'live')
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.slice(0, live.length)).toEqual(live.map(({ id }) => id))
    }
  })

  it('paging lists each visible announced stream once, to the end', async () => {
    const mira = await addPerson()
    const announced: number[] = []
    for (const { pair, mature } of places) {
      const id = await addAnnounced(mira, { startsAt: Date.now() + 1e8 + pair, mature })
      if (!mature) announced.push(id)
    }
    clearIsolateCaches()
    for (const as of [null, await addPerson()]) {
      const seen = await walk(as, 'announced')
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.filter((id) => announced.includes(id))).toEqual(announced)
    }
  })

  it('the cursor of one list is refused by another', async () => {
    const mira = await addPerson()
    for (let count = 0; count <= STREAMS_PAGE_SIZE; count++) await addAnnounced(mira, { startsAt: Date.now() + 1e8 })
    clearIsolateCaches()
    const { cursors } = await listStreams(mira)
    expect(await errorOf(sendRequest(`/api/v2/streams/live?cursor=${cursors.announced}`))).toEqual([400, 'bad_cursor'])
  })
})
