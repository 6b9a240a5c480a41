import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Neighbours } from '../../../../contract/http/neighbours.ts'
import type { SketchList } from '../../../../contract/http/sketches.ts'
import { rankSketches } from '../../../../worker/features/galleries/rankings.ts'
import { openDb } from '../../../../worker/lib/database.ts'
import { addAlbum, fillAlbum } from '../../../support/worker/albums.ts'
import { deleteAccount } from '../../../support/worker/leaving.ts'
import { addPerson, type Person } from '../../../support/worker/people.ts'
import { rowsRead } from '../../../support/worker/rows-read.ts'
import { errorOf, requestJson, sendRequest } from '../../../support/worker/site.ts'
import { addCoOp, addSketch, addSketches, withLink } from '../../../support/worker/sketches.ts'

const neighbours = (id: number, list: string, as: Person | null = null) =>
  requestJson<Neighbours>(`/api/v2/sketch/${id}/neighbours?in=${encodeURIComponent(list)}`, { as })

async function idsBeside(id: number, list: string, as: Person | null = null): Promise<(number | null)[]> {
  const { prev, next } = await neighbours(id, list, as)
  return [prev?.id ?? null, next?.id ?? null]
}

/** Returns every id of a list as this viewer sees it. */
async function listed(path: string, as: Person | null): Promise<number[]> {
  const ids: number[] = []
  for (let cursor = ''; ; ) {
    const page = await requestJson<SketchList>(`${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`, { as })
    ids.push(...page.items.map(({ id }) => id))
    if (page.done) return ids
    cursor = page.cursor
  }
}

const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run()

/** Creates sketches of every kind in every list, by two artists of whom one blocks the viewer. */
async function makeLists() {
  const [ines, blocker, viewer, mature] = [
    await addPerson(),
    await addPerson(),
    await addPerson(),
    await addPerson({ showMature: true }),
  ]
  await run('INSERT INTO blocks (user_id, blocked_id, created_at) VALUES (?, ?, 0)', blocker.id, viewer.id)
  for (const fan of [viewer, mature]) {
    await run('INSERT INTO fans (user_id, fan_id, created_at) VALUES (?, ?, 0)', ines.id, fan.id)
  }
  const tag = `sea-${ines.id}`
  await run('INSERT INTO tags (name) VALUES (?)', tag)
  const coOp = await addCoOp(ines)
  const all = [coOp]
  for (const [artist, fields] of [
    [ines, {}],
    [blocker, {}],
    [ines, { mature: true }],
    [ines, {}],
    [ines, { unlisted: true }],
    [blocker, { mature: true }],
    [ines, { violation: 'copyright' }],
    [ines, {}],
    [ines, {}],
  ] as const) {
    all.push(await addSketch(artist, { ...fields, coopId: coOp }))
  }
  for (const [place, id] of all.entries()) {
    await run(
      'INSERT INTO sketch_tags (sketch_id, tag_id, artist_id, position) SELECT ?1, tags.id, sketches.user_id, 0 FROM tags, sketches WHERE name = ?2 AND sketches.id = ?1',
      id,
      tag,
    )
    await run('UPDATE sketches SET featured_at = ? WHERE id = ?', Date.now() + ((place * 7) % 5), id)
    for (const fan of [viewer, mature]) {
      await run(
        'INSERT OR IGNORE INTO feed_sketches (fan_id, sketch_id, artist_id) VALUES (?, ?, ?)',
        fan.id,
        id,
        ines.id,
      )
    }
    const giver = place % 3 ? viewer : mature
    await run(
      'INSERT INTO hearts (sketch_id, user_id, created_at) VALUES (?, ?, ?)',
      id,
      giver.id,
      Date.now() + place,
    ).catch(() => undefined)
  }
  await rankSketches(openDb(env.DB), Date.now() + 1000)
  return { ines, viewer, mature, tag, coOp, all }
}

/** Address of each list by its name in the addresses of sketches (`in`). */
const addressesOf = ({ ines, viewer, tag, coOp }: Awaited<ReturnType<typeof makeLists>>): Record<string, string> => ({
  recent: '/recentSketches',
  featured: '/featuredSketches',
  hearts: '/recentHearts',
  trending: '/api/v2/index/trending?page=1',
  tops: '/topSketches/1?format=json',
  tops7: '/topSketches/1?format=json&filter=7',
  [`tag-${tag}`]: `/tag/${tag}/sketches?format=json`,
  [`top-tag-${tag}`]: `/tag/${tag}/sketches?format=json&sort=hearts`,
  [`user-${ines.id}`]: `/user/${ines.id}/sketches?format=json`,
  [`top-user-${ines.id}`]: `/user/${ines.id}/sketches?format=json&sort=hearts`,
  [`hearts-${viewer.id}`]: `/user/${viewer.id}/hearts?format=json`,
  [`co-op-${coOp}`]: `/api/v2/coOp/${coOp}`,
  friends: '/activity/1?format=json&filter=uploads',
  recommended: '/api/v2/user/recommendations',
})

describe('the neighbours of a sketch [1 §3 prev, next]', () => {
  it('the neighbours are those beside the sketch in the list it was opened from, as this viewer sees it', async () => {
    const lists = await makeLists()
    const { ines, viewer, mature } = lists
    for (const [name, path] of Object.entries(addressesOf(lists))) {
      const forMembers = name === 'friends' || name === 'recommended'
      for (const as of forMembers ? [viewer, mature] : [null, viewer, mature, ines]) {
        // Recommendations are chosen after the reply to the first request for them.
        if (name === 'recommended') await listed(path, as)
        const ids = [...new Set(await listed(path, as))]
        expect([name, ids.length > 1]).toEqual([name, true])
        for (const [place, id] of ids.entries()) {
          const beside = [ids[place - 1] ?? null, ids[place + 1] ?? null]
          expect([name, as?.nickname, id, ...(await idsBeside(id, name, as))]).toEqual([
            name,
            as?.nickname,
            id,
            ...beside,
          ])
        }
      }
    }
  })

  it('a neighbour has a title and a picture', async () => {
    const ines = await addPerson()
    const [newer, older] = [await addSketch(ines, { title: '' }), await addSketch(ines)].reverse()
    const picture = expect.stringMatching(/^\/image\/[0-9a-f]{40}$/)
    expect(await neighbours(newer ?? 0, `user-${ines.id}`)).toEqual({
      prev: null,
      next: { id: older, title: 'Untitled', imageUrl: picture },
    })
  })

  it('an unknown list, the list of another member and an unknown sketch have no neighbours', async () => {
    const none = { prev: null, next: null }
    const ines = await addPerson()
    const [id = 0] = await addSketches(ines, 3)
    for (const list of ['nothing', 'tag-no-such-tag', 'album-1-1', 'friends', 'recommended', 'top-recent', 'user-0']) {
      expect([list, await neighbours(id, list)]).toEqual([list, none])
    }
    expect(await neighbours(999_999_999, 'featured')).toEqual(none)
  })

  it('[1 §5] a sketch that the viewer may not see has no neighbours, so that they do not tell where it is', async () => {
    const [ines, stranger, blocked, giver] = [
      await addPerson(),
      await addPerson(),
      await addPerson(),
      await addPerson(),
    ]
    await run('INSERT INTO blocks (user_id, blocked_id, created_at) VALUES (?, ?, 0)', ines.id, blocked.id)
    const hidden: Parameters<typeof addSketch>[1][] = [{ unlisted: true }, { violation: 'copyright' }, { mature: true }]
    const ids: number[] = []
    for (const fields of [{}, ...hidden.flatMap((one) => [one, {}])]) ids.push(await addSketch(ines, fields))
    await run(
      'INSERT INTO hearts (sketch_id, user_id, created_at) SELECT id, ?, id FROM sketches WHERE user_id = ? ORDER BY id LIMIT 3',
      giver.id,
      ines.id,
    )
    const albumId = await addAlbum(ines)
    await fillAlbum(albumId, ids)
    const [first = 0, unlisted = 0, second = 0, violating = 0, , mature = 0] = ids
    for (const list of [`user-${ines.id}`, `hearts-${giver.id}`, `album-${ines.id}-${albumId}`]) {
      for (const as of [null, stranger])
        for (const id of [unlisted, violating, mature])
          expect([list, id, await idsBeside(id, list, as)]).toEqual([list, id, [null, null]])
      expect([list, await idsBeside(second, list, blocked)]).toEqual([list, [null, null]])
      const path = `/api/v2/sketch/${unlisted}/neighbours?in=${list}`
      const { prev, next } = await requestJson<Neighbours>(path, await withLink(unlisted, stranger))
      expect([list, new Set([prev?.id, next?.id])]).toEqual([list, new Set([first, second])])
    }
  })

  it('no sketch has neighbours in the hearts of a deleted member', async () => {
    const [ines, giver] = [await addPerson(), await addPerson()]
    const ids = await addSketches(ines, 3)
    await run(
      'INSERT INTO hearts (sketch_id, user_id, created_at) SELECT id, ?, id FROM sketches WHERE user_id = ?',
      giver.id,
      ines.id,
    )
    const [, middle = 0] = ids
    expect(await idsBeside(middle, `hearts-${giver.id}`)).not.toContain(null)
    await deleteAccount(giver)
    for (const as of [null, ines]) expect(await idsBeside(middle, `hearts-${giver.id}`, as)).toEqual([null, null])
  })

  it('a request needs a list', async () => {
    const id = await addSketch(await addPerson())
    expect(await errorOf(sendRequest(`/api/v2/sketch/${id}/neighbours`))).toEqual([400, 'bad_request'])
  })

  it('a request for neighbours reads few rows, whatever the length of the list and the place in it', async () => {
    const ines = await addPerson()
    await addSketches(ines, 500)
    await run('UPDATE sketches SET featured_at = id, last_hearted_at = id WHERE user_id = ?', ines.id)
    const ids = await addSketches(ines, 3)
    await rankSketches(openDb(env.DB), Date.now())
    const middle = (ids[0] ?? 0) - 250
    for (const list of ['recent', 'featured', 'hearts', 'tops', 'trending', `user-${ines.id}`, `top-user-${ines.id}`]) {
      const rows = await rowsRead(`/api/v2/sketch/${middle}/neighbours?in=${list}`)
      expect([list, rows <= 12 || rows]).toEqual([list, true])
    }
  })
})
