import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { ChallengeListReply, ChallengePageReply } from '../../../contract/http/challenges.ts'
import type { Neighbours } from '../../../contract/http/neighbours.ts'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import {
  CHALLENGES_PAGE_SIZE,
  GALLERY_PAGE_SIZE,
  GLOPS_FOR_CHALLENGE,
  STAFF_REASON_MAX,
} from '../../../contract/limits.ts'
import { addChallenge, challengeOf, enterChallenge, removeEntry } from '../../support/worker/challenges.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addPerson } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch, addSketches } from '../../support/worker/sketches.ts'

const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run()

const glopsOf = async (id: number) =>
  env.DB.prepare(
    `SELECT glops, (SELECT coalesce(sum(amount), 0) FROM ledger WHERE user_id = users.id AND unit = 'glop') AS lines
     FROM users WHERE id = ?`,
  )
    .bind(id)
    .first()

/** Lists challenges whose counts disagree with their entries. */
const wrongCounts = async () =>
  (
    await env.DB.prepare(
      `SELECT id FROM challenges
       WHERE listed_count <> (SELECT count(*) FROM challenge_entries WHERE challenge_id = challenges.id AND listed = 1)
         OR listed_for_all_count
           <> (SELECT count(*) FROM challenge_entries WHERE challenge_id = challenges.id AND listed_for_all = 1)`,
    ).all()
  ).results

describe('challenges [1 §3]', () => {
  it('a challenge has a title, a description, a day and the member who suggested it', async () => {
    const mira = await addPerson()
    const id = await addChallenge(mira, { title: 'A window', description: 'Seen from inside.', day: 9000 })
    expect(await challengeOf(id)).toMatchObject({
      id,
      title: 'A window',
      description: 'Seen from inside.',
      date: '19940823000000',
      user: { id: mira.id, nickname: mira.nickname },
    })
  })

  it('a challenge lists the own entries of its viewer, also those behind its first page', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await addChallenge(ines)
    const [old = 0, older = 0, ...others] = await addSketches(mira, GALLERY_PAGE_SIZE + 2)
    const own = await addSketches(ines, 2)
    for (const sketch of own) await jsonOf(enterChallenge(ines, id, sketch))
    const read = async (path = '') => requestJson<ChallengePageReply>(`/api/v2/challenge/${id}${path}`, { as: ines })
    for (const sketch of [older, old, ...others]) await jsonOf(enterChallenge(mira, id, sketch))
    const first = await read()
    expect(first.own.map((sketch) => sketch.id)).toEqual(own.toReversed())
    expect(first.sketches.items.some(({ userId }) => userId === ines.id)).toBe(false)
    expect((await read(`?cursor=${first.sketches.cursor}`)).own).toEqual([])
    expect((await challengeOf(id)).own).toEqual([])
    const cost = await rowsRead(`/api/v2/challenge/${id}`, { as: ines })
    for (const sketch of await addSketches(mira, 10)) await jsonOf(enterChallenge(mira, id, sketch))
    expect(await rowsRead(`/api/v2/challenge/${id}`, { as: ines })).toBe(cost)
  })

  it('a challenge lists its entries, latest first', async () => {
    const ines = await addPerson()
    const id = await addChallenge(await addPerson())
    const [second = 0, first = 0] = await addSketches(ines, 2)
    for (const sketch of [second, first]) await jsonOf(enterChallenge(ines, id, sketch))
    const { entries, sketches } = await challengeOf(id)
    expect([entries, sketches.items.map((sketch) => sketch.id)]).toEqual([2, [first, second]])
  })

  it('the thumbnail of a challenge is its latest entry', async () => {
    const ines = await addPerson()
    const id = await addChallenge(await addPerson())
    const [second = 0, first = 0] = await addSketches(ines, 2)
    for (const sketch of [second, first]) await jsonOf(enterChallenge(ines, id, sketch))
    expect(await challengeOf(id)).toMatchObject({ thumbnail: { sketchId: first, width: 1200, height: 900 } })
  })

  it('a challenge links to the challenges of the days before and after [1 §2]', async () => {
    const mira = await addPerson()
    const ids = [await addChallenge(mira), await addChallenge(mira), await addChallenge(mira)]
    const { prev, next } = await challengeOf(ids[1] ?? 0)
    expect([prev?.id, next?.id]).toEqual([ids[0], ids[2]])
    expect(await challengeOf(ids[2] ?? 0)).toMatchObject({ next: null })
  })

  it('an unknown challenge is not found', async () => {
    const id = await addChallenge(await addPerson())
    expect(await errorOf(sendRequest(`/api/v2/challenge/${id + 1000}`))).toEqual([404, 'not_found'])
  })

  it('a block hides the member who suggested a challenge', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await addChallenge(mira)
    await block(mira, ines)
    expect(await challengeOf(id, ines)).toMatchObject({ user: null })
    expect(await challengeOf(id)).toMatchObject({ user: { id: mira.id } })
  })

  it('the entries of a challenge page by cursor to the last', async () => {
    const mira = await addPerson()
    const id = await addChallenge(mira)
    const sketches = await addSketches(mira, GALLERY_PAGE_SIZE + 3)
    for (const sketch of sketches) await jsonOf(enterChallenge(mira, id, sketch))
    const first = await challengeOf(id)
    expect(first.sketches).toMatchObject({ done: false })
    const second = await challengeOf(id, null, first.sketches.cursor)
    expect([...first.sketches.items, ...second.sketches.items].map((sketch) => sketch.id)).toEqual(sketches.reverse())
    expect(second.sketches).toMatchObject({ cursor: '', done: true })
    expect(await errorOf(sendRequest(`/api/v2/challenge/${id}?cursor=wrong`))).toEqual([400, 'bad_cursor'])
  })

  it('count, list and thumbnail of a challenge contain only entries that the viewer may see', async () => {
    const [mira, ines, matureViewer] = [await addPerson(), await addPerson(), await addPerson({ showMature: true })]
    const id = await addChallenge(mira)
    const [plain = 0, mature = 0, hidden = 0] = await addSketches(mira, 3)
    const blocked = await addSketch(ines)
    for (const sketch of [plain, mature, hidden]) await jsonOf(enterChallenge(mira, id, sketch))
    await jsonOf(enterChallenge(ines, id, blocked))
    await run('UPDATE sketches SET mature = 1 WHERE id = ?', mature)
    await run('UPDATE sketches SET unlisted = 1 WHERE id = ?', hidden)
    await block(matureViewer, ines)
    const shown = async (as: typeof matureViewer | null) => {
      const { entries, sketches, thumbnail } = await challengeOf(id, as)
      return [entries, sketches.items.map((sketch) => sketch.id), thumbnail?.sketchId]
    }
    expect(await shown(null)).toEqual([2, [blocked, plain], blocked])
    expect(await shown(matureViewer)).toEqual([2, [mature, plain], mature])
    expect(await wrongCounts()).toEqual([])
  })

  it('the neighbours of a sketch can follow the entries of a challenge', async () => {
    const mira = await addPerson()
    const id = await addChallenge(mira)
    const [a = 0, b = 0, c = 0] = await addSketches(mira, 3)
    for (const sketch of [c, a, b]) await jsonOf(enterChallenge(mira, id, sketch))
    const { prev, next } = await requestJson<Neighbours>(`/api/v2/sketch/${a}/neighbours?in=challenge-${id}`)
    expect([prev?.id, next?.id]).toEqual([b, c])
  })
})

describe('the list of challenges', () => {
  it('the list has fifty challenges a page, latest first [1 §9]', async () => {
    const mira = await addPerson()
    for (let made = 0; made < CHALLENGES_PAGE_SIZE + 1; made++) await addChallenge(mira)
    const page = (number: number) =>
      requestJson<ChallengeListReply>(`/api/v2/challenge?page=${number}&pageSize=50`, { as: mira })
    const [first, second] = [await page(1), await page(2)]
    expect(first).toMatchObject({ page: 1, done: false })
    expect(first.items).toHaveLength(CHALLENGES_PAGE_SIZE)
    const dates = [...first.items, ...second.items].map(({ date }) => date)
    expect(dates).toEqual([...dates].sort().reverse())
    expect(new Set(dates).size).toBe(dates.length)
  })

  it('a request without a page gets the first one', async () => {
    expect(await requestJson<ChallengeListReply>('/api/v2/challenge')).toMatchObject({ page: 1 })
  })

  it.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=41', 'pageSize=49', 'pageSize=51', 'pageSize='])(
    'the question %s is refused',
    async (query) => {
      for (const as of [null, await addPerson()])
        expect(await errorOf(sendRequest(`/api/v2/challenge?${query}`, { as }))).toEqual([400, 'bad_request'])
    },
  )

  it.each(['0', 'x', '1.5', '-1', '01'])('a challenge with the number %s is refused', async (number) => {
    expect(await errorOf(sendRequest(`/api/v2/challenge/${number}`))).toEqual([400, 'bad_request'])
  })

  it('the cursor continues where a page ended, as the page numbers do', async () => {
    const mira = await addPerson()
    for (let made = 0; made < CHALLENGES_PAGE_SIZE + 1; made++) await addChallenge(mira)
    const page = (query: string) => requestJson<ChallengeListReply>(`/api/v2/challenge?${query}`, { as: mira })
    const { cursor } = await page('')
    const next = await page(`cursor=${cursor}`)
    expect(next.items).toEqual((await page('page=2')).items)
    expect(next.page).toBeUndefined()
    expect(await errorOf(sendRequest('/api/v2/challenge?cursor=elsewhere'))).toEqual([400, 'bad_cursor'])
  })

  it('a later page of the list reads no more rows', async () => {
    const mira = await addPerson()
    for (let made = 0; made < 3 * CHALLENGES_PAGE_SIZE; made++) await addChallenge(mira)
    const rows = (page: number) => rowsRead(`/api/v2/challenge?page=${page}`, { as: mira })
    const first = await rows(1)
    for (const page of [2, 3]) expect(await rows(page)).toBeLessThanOrEqual(first)
  })

  const search = (body: object) => sendRequest('/api/v2/search/challenge', { body })
  const found = async (query: string) => (await jsonOf<ChallengeListReply>(search({ query }))).items.map(({ id }) => id)

  it('a search matches the beginnings of words in title and description [1 §7]', async () => {
    const mira = await addPerson()
    const [old, young] = [
      await addChallenge(mira, { title: 'Zephyr over the marsh' }),
      await addChallenge(mira, { title: 'Reeds', description: 'Bent by a zéphyr.' }),
    ]
    expect(await found('zeph')).toEqual([young, old])
    expect(await found('marsh zephyr')).toEqual([old])
  })

  it('a search goes on to the last challenge, and refuses the cursor of another one', async () => {
    const mira = await addPerson()
    const ids: number[] = []
    for (let made = 0; made < CHALLENGES_PAGE_SIZE + 2; made++)
      ids.push(await addChallenge(mira, { title: 'Quiet harbour' }))
    const first = await jsonOf<ChallengeListReply>(search({ query: 'harb' }))
    const second = await jsonOf<ChallengeListReply>(search({ query: 'harb', cursor: first.cursor }))
    expect([first.done, second.done]).toEqual([false, true])
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids.reverse())
    expect(await errorOf(search({ query: 'quiet', cursor: first.cursor }))).toEqual([400, 'bad_cursor'])
  })

  it('a search without words finds nothing', async () => {
    await addChallenge(await addPerson(), { title: 'Mist over the marsh' })
    expect(await found('  ')).toEqual([])
  })

  it('a search takes operators as words', async () => {
    await addChallenge(await addPerson(), { title: 'Dusk over the marsh' })
    expect(await found('"marsh" OR (')).toEqual([])
  })

  it('only the last five words of a search also match longer words', async () => {
    const mira = await addPerson()
    const id = await addChallenge(mira, { title: 'Wan wbnx wcnx wdnx wenx wfnx' })
    await addChallenge(mira, { title: 'Wanx wbnx wcnx wdnx wenx wfnx' })
    expect(await found('wan wbn wcn wdn wen wfn')).toEqual([id])
  })

  it('a repeated word of a search counts once', async () => {
    const id = await addChallenge(await addPerson(), { title: 'Dawn over the fen' })
    expect(await found(`${'dawn Dawn '.repeat(5)} fen`)).toEqual([id])
    expect(await found(`${'dawn Dawn '.repeat(5)} bog`)).toEqual([])
  })

  it('a search needs a query', async () => {
    expect(await errorOf(search({}))).toEqual([400, 'bad_request'])
  })

  it('a challenge reads no more rows when it has more entries', async () => {
    const mira = await addPerson({ showMature: true })
    const id = await addChallenge(mira)
    const read = () => rowsRead(`/api/v2/challenge/${id}`, { as: mira })
    for (const sketch of await addSketches(mira, GALLERY_PAGE_SIZE)) await jsonOf(enterChallenge(mira, id, sketch))
    const few = await read()
    for (const sketch of await addSketches(mira, 2 * GALLERY_PAGE_SIZE)) await jsonOf(enterChallenge(mira, id, sketch))
    expect(await read()).toBe(few)
  })
})

describe('challenge entries [1 §6]', () => {
  /** Adds a challenge with entries of one artist. */
  async function addEntries(count: number) {
    const mira = await addPerson()
    const id = await addChallenge(mira)
    const entries = await addSketches(mira, count)
    for (const sketch of entries) await jsonOf(enterChallenge(mira, id, sketch))
    return { mira, id, entries }
  }

  it('an entry earns its artist two glops', async () => {
    const { mira } = await addEntries(2)
    expect(await glopsOf(mira.id)).toEqual({ glops: 2 * GLOPS_FOR_CHALLENGE, lines: 2 * GLOPS_FOR_CHALLENGE })
  })

  it('a sketch that is entered twice earns its glops once', async () => {
    const { mira, id, entries } = await addEntries(1)
    await jsonOf(enterChallenge(mira, id, entries[0] ?? 0))
    expect(await glopsOf(mira.id)).toEqual({ glops: GLOPS_FOR_CHALLENGE, lines: GLOPS_FOR_CHALLENGE })
  })

  it('removing an entry takes back its glops', async () => {
    const { mira, entries } = await addEntries(2)
    await jsonOf(removeEntry(mira, entries[0] ?? 0))
    expect(await glopsOf(mira.id)).toEqual({ glops: GLOPS_FOR_CHALLENGE, lines: GLOPS_FOR_CHALLENGE })
  })

  it('deleting the sketch takes back the glops of its entry', async () => {
    const { mira, id, entries } = await addEntries(1)
    await sendRequest(`/api/v2/sketch/${entries[0]}`, { as: mira, body: { action: 'delete' } })
    expect(await glopsOf(mira.id)).toEqual({ glops: 0, lines: 0 })
    expect(await challengeOf(id)).toMatchObject({ entries: 0, thumbnail: null })
    expect(await wrongCounts()).toEqual([])
  })

  it('a sketch can be entered in a challenge of any past day', async () => {
    const mira = await addPerson()
    const id = await addChallenge(mira, { day: 5 })
    expect((await enterChallenge(mira, id, await addSketch(mira))).status).toBe(200)
  })

  it('only the artist enters a sketch in a challenge', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await addChallenge(mira)
    expect(await errorOf(enterChallenge(ines, id, await addSketch(mira)))).toEqual([403, 'forbidden'])
    expect(await challengeOf(id, mira)).toMatchObject({ entries: 0 })
  })

  it('only a public sketch without a violation is entered', async () => {
    const mira = await addPerson()
    const id = await addChallenge(mira)
    for (const fields of [{ unlisted: true }, { violation: 'notsketch' as const }]) {
      expect(await errorOf(enterChallenge(mira, id, await addSketch(mira, fields)))).toEqual([403, 'forbidden'])
    }
    expect(await challengeOf(id, mira)).toMatchObject({ entries: 0 })
  })

  it('an unknown challenge or sketch is not found', async () => {
    const mira = await addPerson()
    const id = await addChallenge(mira)
    expect(await errorOf(enterChallenge(mira, id + 1000, await addSketch(mira)))).toEqual([404, 'not_found'])
    expect(await errorOf(enterChallenge(mira, id, 10 ** 9))).toEqual([404, 'not_found'])
  })

  it('a sketch is in one challenge at a time [1 §3]', async () => {
    const mira = await addPerson()
    const [ebb, other] = [await addChallenge(mira), await addChallenge(mira)]
    const sketch = await addSketch(mira)
    await jsonOf(enterChallenge(mira, ebb, sketch))
    expect(await errorOf(enterChallenge(mira, other, sketch))).toEqual([409, 'in_another_challenge'])
    await jsonOf(removeEntry(mira, sketch))
    expect((await enterChallenge(mira, other, sketch)).status).toBe(200)
  })

  it('the page of a sketch names the challenge that it is in', async () => {
    const mira = await addPerson()
    const ebb = await addChallenge(mira, { title: 'Ebb' })
    const sketch = await addSketch(mira)
    const page = () => requestJson<ShownSketch>(`/api/v2/sketch/${sketch}`)
    expect(await page()).toMatchObject({ challengeId: null, challengeTitle: null })
    await jsonOf(enterChallenge(mira, ebb, sketch))
    expect(await page()).toMatchObject({ challengeId: ebb, challengeTitle: 'Ebb' })
  })

  it('only the artist, and staff with a reason, remove a sketch from a challenge [1 §4]', async () => {
    const [mira, ines, staff] = [await addPerson(), await addPerson(), await addPerson({ flags: 'm' })]
    const id = await addChallenge(mira)
    const sketch = await addSketch(mira)
    for (const as of [mira, staff]) {
      await jsonOf(enterChallenge(mira, id, sketch))
      expect(await errorOf(removeEntry(ines, sketch))).toEqual([403, 'forbidden'])
      if (as === staff) expect(await errorOf(removeEntry(staff, sketch))).toEqual([400, 'bad_request'])
      await jsonOf(removeEntry(as, sketch, as === staff ? 'Not of a window.' : undefined))
      expect(await challengeOf(id)).toMatchObject({ entries: 0 })
    }
  })

  it('an entry that was removed is not found', async () => {
    const mira = await addPerson()
    const sketch = await addSketch(mira)
    await jsonOf(enterChallenge(mira, await addChallenge(mira), sketch))
    await jsonOf(removeEntry(mira, sketch))
    expect(await errorOf(removeEntry(mira, sketch))).toEqual([404, 'not_found'])
  })

  it('the removal of an entry by staff is written to the audit log', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const sketch = await addSketch(mira)
    await jsonOf(enterChallenge(mira, await addChallenge(mira), sketch))
    await jsonOf(removeEntry(staff, sketch, 'Not of a window.'))
    const { results } = await env.DB.prepare('SELECT action, user_id, reason FROM audit_log WHERE staff_id = ?')
      .bind(staff.id)
      .all()
    expect(results).toEqual([{ action: 'challenge_entry_remove', user_id: mira.id, reason: 'Not of a window.' }])
  })

  it.each([
    {},
    { sketch: null },
    { sketch: 0 },
    { sketch: -1 },
    { sketch: 1.5 },
    { sketch: '1' },
    { sketch: 1, reason: 1 },
    { sketch: 1, reason: 'x'.repeat(STAFF_REASON_MAX + 1) },
    { sketch: 1, challenge: 1 },
  ])('the malformed removal %j is refused', async (body) => {
    const reply = sendRequest('/api/v2/challenge/removeSketch', { as: await addPerson(), body })
    expect(await errorOf(reply)).toEqual([400, 'bad_request'])
  })

  it('a sketch that does not exist, or is in no challenge, is not found', async () => {
    const mira = await addPerson()
    expect(await errorOf(removeEntry(mira, 999_999))).toEqual([404, 'not_found'])
    expect(await errorOf(removeEntry(mira, await addSketch(mira)))).toEqual([404, 'not_found'])
  })

  it.each([
    { challengeId: 1 },
    { sketchId: 1 },
    { challengeId: 0, sketchId: 1 },
    { challengeId: 1, sketchId: '1' },
    { challengeId: 1.5, sketchId: 1 },
    { challengeId: 1, sketchId: 1, action: 'enter' },
  ])('the malformed entry %j is refused', async (body) => {
    expect(await errorOf(sendRequest('/challenges', { as: await addPerson(), body }))).toEqual([400, 'bad_request'])
  })
})
