import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BallotDownload } from '../../../contract/http/compos.ts'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import { computeResult, withoutDisqualified } from '../../../worker/domain/compos/result.ts'
import { addSketchCase, appeal, decide, readCase, undoDecision } from '../../support/worker/cases.ts'
import {
  addCompo,
  addEntries,
  closeCompo,
  moveCompo,
  pickEntry,
  readCompo,
  readEntries,
} from '../../support/worker/compos.ts'
import { withEveryFault } from '../../support/worker/faults.ts'
import { addGroup } from '../../support/worker/groups.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { staffLogOf } from '../../support/worker/staff.ts'

type Entered = Awaited<ReturnType<typeof addEntries>>

/** Publishes the result of a compo whose entries have these places. */
async function addPlaced(places: readonly number[], groupSlug?: string): Promise<{ key: string; entered: Entered }> {
  const key = await addCompo({ ...(groupSlug && { groupSlug }) })
  const entered = await addEntries(key, places.length)
  await moveCompo(key, 'closed')
  for (const [index, { sketchId }] of entered.entries())
    await env.DB.prepare(
      'UPDATE compo_entries SET place = ?1, fitted_place = ?1, position = ?2, seen_count = 8, picks_count = 2 WHERE sketch_id = ?3',
    )
      .bind(places[index], index + 1, sketchId)
      .run()
  await env.DB.prepare('UPDATE compos SET result_at = 1 WHERE key = ?').bind(key).run()
  return { key, entered }
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const body = { action: 'leave_compo', rule: 'sketches', reason: 'Traced.' }

let staff: Person
beforeEach(async () => {
  staff = await addPerson({ flags: 'm' })
})

async function disqualify(sketchId: number): Promise<number> {
  const id = await addSketchCase(sketchId)
  await jsonOf(decide(staff, id, body))
  return id
}

/** The numbers of the entries with their places, in the order of the list. */
async function listed({ key, entered }: { key: string; entered: Entered }) {
  const ids = entered.map(({ sketchId }) => sketchId)
  const { items } = await readEntries(key)
  return items.map(({ sketch, place, disqualified }) => [
    ids.indexOf(sketch?.id ?? 0) + 1,
    disqualified ? 'out' : place,
  ])
}

const glopsOf = async (entered: Entered) =>
  Promise.all(
    entered.map(async ({ artist }) => {
      const row = await env.DB.prepare(
        "SELECT glops, (SELECT sum(amount) FROM ledger WHERE user_id = users.id AND unit = 'glop') AS sum FROM users WHERE id = ?",
      )
        .bind(artist.id)
        .first<{ glops: number; sum: number | null }>()
      expect(row?.glops).toBe(row?.sum ?? 0)
      return row?.glops
    }),
  )
const movesOf = async (as: Person) => {
  const { items } = await requestJson<NotificationList>('/api/v2/notices?category=compos', { as })
  return items.filter(({ compoNotice }) => compoNotice === 'moved_up')
}
const shownOnTiles = async (entered: Entered) =>
  Promise.all(
    entered.map(({ sketchId }) =>
      env.DB.prepare('SELECT compo_place FROM sketches WHERE id = ?').bind(sketchId).first<number>('compo_place'),
    ),
  )

describe('an entry that is disqualified after the result', () => {
  it('a disqualified entry is listed last without a place, and each entry behind it moves up by one', async () => {
    const compo = await addPlaced([1, 2, 2, 4, 5])
    await disqualify(compo.entered[1]?.sketchId ?? 0)
    expect(await listed(compo)).toEqual([
      [1, 1],
      [3, 2],
      [4, 3],
      [5, 4],
      [2, 'out'],
    ])
    expect(await shownOnTiles(compo.entered)).toEqual([1, null, 2, 3, 4])
  })

  it('glops of a disqualified entry are taken back, entries that move up get the difference, and every balance is its sum', async () => {
    const { entered } = await addPlaced(upTo(27))
    await disqualify(entered[0]?.sketchId ?? 0)
    const others = [100, 60, 40, ...Array<number>(7).fill(20), ...Array<number>(15).fill(10), 0]
    expect(await glopsOf(entered)).toEqual([0, ...others])
    const { results } = await env.DB.prepare(
      "SELECT amount FROM ledger WHERE user_id = ? AND reason LIKE 'compo_place%' ORDER BY id",
    )
      .bind(entered[0]?.artist.id ?? 0)
      .all()
    expect(results).toEqual([{ amount: 100 }, { amount: -100 }])
  })

  it('a disqualification in a compo of a group moves no glops', async () => {
    const compo = await addPlaced(upTo(3), await addGroup(await addPerson()))
    expect(await glopsOf(compo.entered)).toEqual([0, 0, 0])
    await undoDecision(staff, await disqualify(compo.entered[0]?.sketchId ?? 0))
    await disqualify(compo.entered[1]?.sketchId ?? 0)
    expect(await glopsOf(compo.entered)).toEqual([0, 0, 0])
    expect(await shownOnTiles(compo.entered)).toEqual([1, null, 2])
  })

  it('artists whose label changes get a notice that they moved up, once for each sketch', async () => {
    const { key, entered } = await addPlaced(upTo(28))
    await disqualify(entered[2]?.sketchId ?? 0)
    await disqualify(entered[0]?.sketchId ?? 0)
    const moved = await Promise.all(entered.map(({ artist }) => movesOf(artist)))
    const numbers = moved.flatMap((notices, index) => (notices.length > 0 ? [index + 1] : []))
    expect(numbers).toEqual([2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 26, 27])
    expect(moved[3]).toMatchObject([
      { actor: null, compo: { id: key }, sketch: { id: entered[3]?.sketchId }, read: false },
    ])
  })

  it('an undo deletes the notices of artists who moved up', async () => {
    const { entered } = await addPlaced([1, 2, 3])
    const id = await disqualify(entered[0]?.sketchId ?? 0)
    const [, second] = entered
    expect(second && (await movesOf(second.artist))).toHaveLength(1)
    await jsonOf(undoDecision(staff, id))
    for (const { artist } of entered) expect(await movesOf(artist)).toEqual([])
  })

  it('undoing disqualifications, in any order, restores all places and glops', async () => {
    const compo = await addPlaced([1, 2, 3, 3, 5, 6])
    const before = [await listed(compo), await glopsOf(compo.entered), await shownOnTiles(compo.entered)]
    const cases: number[] = []
    for (const index of [2, 0, 4]) cases.push(await disqualify(compo.entered[index]?.sketchId ?? 0))
    expect(await listed(compo)).toEqual([
      [2, 1],
      [4, 2],
      [6, 3],
      [1, 'out'],
      [3, 'out'],
      [5, 'out'],
    ])
    expect(await glopsOf(compo.entered)).toEqual([0, 100, 0, 60, 0, 40])
    for (const index of [1, 2, 0]) await jsonOf(undoDecision(staff, cases[index] ?? 0))
    expect([await listed(compo), await glopsOf(compo.entered), await shownOnTiles(compo.entered)]).toEqual(before)
  })

  it('an accepted appeal restores the place', async () => {
    const compo = await addPlaced([1, 2])
    const [{ artist, sketchId } = await Promise.reject(new Error('no entry'))] = compo.entered
    const id = await disqualify(sketchId)
    await jsonOf(appeal(artist, { case: id }))
    const appealId = await env.DB.prepare('SELECT id FROM appeals WHERE case_id = ?').bind(id).first<number>('id')
    const other = await addPerson({ flags: 'm' })
    const answer = { id: appealId, outcome: 'overturned', reason: 'It was not traced.' }
    await jsonOf(sendRequest('/api/v2/gloperate/appeal/decide', { as: other, body: answer }))
    expect(await listed(compo)).toEqual([
      [1, 1],
      [2, 2],
    ])
    expect(await glopsOf(compo.entered)).toEqual([100, 60])
  })

  it('a disqualification is on the staff log, and a notice and the page of the compo inform its artist', async () => {
    const { key, entered } = await addPlaced([1, 2])
    const [{ artist, sketchId } = await Promise.reject(new Error('no entry'))] = entered
    const id = await disqualify(sketchId)
    expect((await staffLogOf(artist)).at(-1)).toMatchObject({ action: 'compo_entry_disqualify', staff_id: staff.id })
    const notices = await env.DB.prepare('SELECT count(*) AS n FROM notifications WHERE user_id = ? AND case_id = ?')
      .bind(artist.id, id)
      .first('n')
    expect(notices).toBe(1)
    expect((await readCompo(key, artist)).own).toMatchObject([{ id: sketchId, place: -1, disqualified: true }])
    const page = await requestJson(`/api/v2/sketch/${sketchId}`, { as: artist })
    expect(page).toMatchObject({ compoKey: key, compoState: 'closed', compoPlace: -1 })
  })

  it('a second decision on a disqualified entry is refused and changes nothing', async () => {
    const compo = await addPlaced([1, 2, 3])
    const sketchId = compo.entered[0]?.sketchId ?? 0
    await disqualify(sketchId)
    const [list, glops] = [await listed(compo), await glopsOf(compo.entered)]
    const again = await addSketchCase(sketchId)
    expect(await errorOf(decide(staff, again, body))).toEqual([409, 'already_gone'])
    expect([await listed(compo), await glopsOf(compo.entered)]).toEqual([list, glops])
  })

  it('no entry is disqualified in the minute after the voting, in which last votes are saved', async () => {
    const key = await addCompo({ state: 'voting' })
    const [entry] = await addEntries(key, 3)
    await env.DB.prepare('UPDATE compos SET voting_ends_at = ? WHERE key = ?')
      .bind(Date.now() - 1, key)
      .run()
    const id = await addSketchCase(entry?.sketchId ?? 0)
    expect(await errorOf(decide(staff, id, body))).toEqual([429, 'too_many'])
    expect((await readCase(staff, id)).decision).toBeNull()
  })

  it('only one of two simultaneous decisions takes effect', async () => {
    const compo = await addPlaced([1, 2, 3])
    const id = await addSketchCase(compo.entered[0]?.sketchId ?? 0)
    const replies = await Promise.all([decide(staff, id, body), decide(await addPerson({ flags: 'm' }), id, body)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await glopsOf(compo.entered)).toEqual([0, 100, 60])
  })

  for (const fault of ['refused', 'lost'] as const)
    it(`place, glops and decision change together or not at all when a call to the database is ${fault}`, async () => {
      let compo = await addPlaced([1, 2])
      let id = await addSketchCase(compo.entered[0]?.sketchId ?? 0)
      const send = (bindings: typeof env) =>
        sendRequestWith(bindings, '/api/v2/gloperate/case/decide', { as: staff, body: { id, ...body } })
      await withEveryFault(fault, send, async () => {
        const isDecided = (await readCase(staff, id)).decision !== null
        expect(await glopsOf(compo.entered)).toEqual(isDecided ? [0, 100] : [100, 60])
        expect((await listed(compo)).at(-1)).toEqual(isDecided ? [1, 'out'] : [2, 2])
        compo = await addPlaced([1, 2])
        id = await addSketchCase(compo.entered[0]?.sketchId ?? 0)
      })
    })

  it('the download names the disqualified entry, and yields the published places', async () => {
    const key = await addCompo()
    const entered = await addEntries(key, 4)
    await pickEntry(key, entered[0]?.sketchId ?? 0)
    await closeCompo(key)
    await disqualify(entered[2]?.sketchId ?? 0)
    const { entries, disqualified, sets } = await requestJson<BallotDownload>(`/compo/${key}/ballots.json`)
    expect(disqualified).toEqual([entries[2]])
    const { items } = await readEntries(key)
    expect(items.map(({ entry, place }) => [entry, place === -1 ? null : place])).toEqual(
      withoutDisqualified(computeResult(entries, sets), disqualified).map(({ id, place }) => [id, place]),
    )
  })

  it('the artist cannot delete the sketch of a disqualified entry, like others of a closed compo [1 §6]', async () => {
    const { entered } = await addPlaced([1, 2])
    const [{ artist, sketchId } = await Promise.reject(new Error('no entry'))] = entered
    await disqualify(sketchId)
    const deleted = sendRequest(`/api/v2/sketch/${sketchId}`, { as: artist, body: { action: 'delete' } })
    expect(await errorOf(deleted)).toEqual([409, 'in_closed_compo'])
  })
})
