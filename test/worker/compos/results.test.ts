import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { BallotDownload } from '../../../contract/http/compos.ts'
import type { SketchList } from '../../../contract/http/sketches.ts'
import { toWireTime } from '../../../contract/time.ts'
import { computeResult } from '../../../worker/domain/compos/result.ts'
import { closeCompos } from '../../../worker/features/compos/closing.ts'
import { deleteAccounts } from '../../../worker/features/leaving/erase.ts'
import { openDb } from '../../../worker/lib/database.ts'
import {
  addCompo,
  addEntries,
  addEntry,
  beginBallot,
  closeCompo,
  type enterCompo,
  moveCompo,
  readBallot,
  readCompo,
  readEntries,
  sendVotes,
  voteAll,
  voteOf,
} from '../../support/worker/compos.ts'
import { addPerson, addVoter } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { mergeAccounts } from '../../support/worker/staff.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'

/** A closed compo in which all voters preferred entries with a smaller number. */
async function addJudged({ entries = 6, voters = 4 } = {}) {
  const key = await addCompo({ state: 'voting' })
  const entered = await addEntries(key, entries)
  const order = entered.map(({ sketchId }) => sketchId)
  const best = (ids: number[]) => ids.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))[0] ?? null
  const people = await Promise.all(Array.from({ length: voters }, () => addVoter()))
  for (const voter of people) await voteAll(voter, key, best)
  return { key, entered, order, people }
}

const glopsOf = async (id: number) =>
  (await env.DB.prepare('SELECT glops FROM users WHERE id = ?').bind(id).first<number>('glops')) ?? 0
const linesOf = async (id: number) => {
  const { results } = await env.DB.prepare(`SELECT amount FROM ledger WHERE user_id = ? AND reason = 'compo_place'`)
    .bind(id)
    .all<{ amount: number }>()
  return results.map(({ amount }) => amount)
}
const deleteSketch = (as: Parameters<typeof enterCompo>[0], id: number) =>
  sendRequest(`/api/v2/sketch/${id}`, { as, body: { action: 'delete', reason: 'A test.' } })

describe('the result of a compo', () => {
  it('entries are listed by their places, with what voters saw and picked', async () => {
    const { key, order } = await addJudged()
    await closeCompo(key)
    const { items } = await readEntries(key)
    expect(items[0]).toMatchObject({ sketch: { id: order[0] }, place: 1 })
    expect(items.map(({ place }) => place)).toEqual(items.map(({ place }) => place).toSorted((a, b) => a - b))
    const { result } = await readCompo(key)
    expect(result).toMatchObject({ voters: 4, picks: 8 })
    expect(items.reduce((sum, { picks }) => sum + (picks ?? 0), 0)).toBe(8)
    expect(items.reduce((sum, { seen }) => sum + (seen ?? 0), 0)).toBe(32)
  })

  it('places 1 to 3 earn 100, 60 and 40 glops, places 4 to 10 earn 20, and places 11 to 25 earn 10', async () => {
    const key = await addCompo()
    const entered = await addEntries(key, 26)
    await moveCompo(key, 'closed')
    // A judged order of 26 needs many voters: the places are written as the job does, which then publishes them.
    for (const [index, { sketchId }] of entered.entries())
      await env.DB.prepare('UPDATE compo_entries SET place = ?, position = ? WHERE sketch_id = ?')
        .bind(index + 1, index + 1, sketchId)
        .run()
    await env.DB.prepare('UPDATE compos SET result_at = 1 WHERE key = ?').bind(key).run()
    const glops = await Promise.all(entered.map(({ artist }) => glopsOf(artist.id)))
    expect(glops).toEqual([100, 60, 40, ...Array<number>(7).fill(20), ...Array<number>(15).fill(10), 0])
  })

  it.each(['nobody votes', 'everyone skips'])('a compo has no places and gives no glops if %s', async (votes) => {
    const key = await addCompo({ state: 'voting' })
    const entered = await addEntries(key, 3)
    if (votes === 'everyone skips') await voteAll(await addVoter(), key, () => null)
    await closeCompo(key)
    const { items } = await readEntries(key)
    expect(items.map(({ place, disqualified }) => [place, disqualified])).toEqual(Array(3).fill([-1, false]))
    expect(await Promise.all(entered.map(({ artist }) => glopsOf(artist.id)))).toEqual([0, 0, 0])
    const download = await requestJson<BallotDownload>(`/compo/${key}/ballots.json`)
    expect(download.entries).toHaveLength(3)
  })

  it('a compo without entries closes', async () => {
    const key = await addCompo()
    await closeCompo(key)
    expect(await readCompo(key)).toMatchObject({ state: 'closed', entries: 0, result: { voters: 0, picks: 0 } })
  })

  it('a late, doubled or repeated schedule gives the same result and the glops once', async () => {
    const { key, entered } = await addJudged()
    await moveCompo(key, 'closed')
    const db = openDb(env.DB)
    await Promise.all([closeCompos(db, Date.now()), closeCompos(db, Date.now())])
    const first = await readEntries(key)
    await closeCompos(db, Date.now() + 86_400_000)
    await closeCompos(db, Date.now() - 600_000)
    expect(await readEntries(key)).toEqual(first)
    for (const [index, amounts] of (await Promise.all(entered.map(({ artist }) => linesOf(artist.id)))).entries())
      expect(amounts, `entry ${index}`).toHaveLength(1)
  })

  it('a published result stays closed when the times are moved', async () => {
    const { key, people } = await addJudged()
    await closeCompo(key)
    await moveCompo(key, 'voting')
    expect(await readCompo(key, people[0])).toMatchObject({ state: 'closed', canVote: false })
  })

  it('a compo is not closed before its time', async () => {
    const { key } = await addJudged()
    await closeCompos(openDb(env.DB), Date.now())
    expect(await readCompo(key)).toMatchObject({ state: 'voting', result: null })
  })

  it('a run that is cut off leaves no result, and the next one publishes it', async () => {
    const { key } = await addJudged()
    await moveCompo(key, 'closed')
    const broken = new Proxy(env.DB, {
      get: (target, name) => {
        if (name === 'batch') return () => Promise.reject(new Error('cut off'))
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    await expect(closeCompos(openDb(broken), Date.now())).rejects.toThrow('cut off')
    expect(await readCompo(key)).toMatchObject({ result: null })
    await closeCompos(openDb(env.DB), Date.now())
    expect((await readCompo(key)).result).toMatchObject({ voters: 4 })
  })

  it('listed sketches carry places from 1 to 25 [1 §9]', async () => {
    const { key, order } = await addJudged()
    await closeCompo(key)
    const elsewhere = await addSketch(await addPerson())
    const { items } = await requestJson<SketchList>('/recentSketches?format=json', { as: await addPerson() })
    expect(items.find(({ id }) => id === order[0])).toMatchObject({ compoPlace: 1 })
    expect(items.find(({ id }) => id === elsewhere)).toMatchObject({ compoPlace: null })
  })

  it('the download yields the same places', async () => {
    const { key } = await addJudged()
    expect(await errorOf(sendRequest(`/compo/${key}/ballots.json`))).toEqual([404, 'not_found'])
    await closeCompo(key)
    const { entries, sets } = await requestJson<BallotDownload>(`/compo/${key}/ballots.json`)
    const places = new Map(computeResult(entries, sets).map(({ id, place }) => [id, place]))
    const { items } = await readEntries(key)
    expect(items.map(({ entry, place }) => [entry, place])).toEqual(
      items.map(({ entry }) => [entry, places.get(entry)]),
    )
  })

  it('a download that was made lately reads no entries', async () => {
    const { key } = await addJudged()
    await closeCompo(key)
    await requestJson(`/compo/${key}/ballots.json`)
    expect(await rowsRead(`/compo/${key}/ballots.json`)).toBeLessThanOrEqual(4)
  })

  it('simultaneous downloads read the answered sets once', async () => {
    const { key } = await addJudged()
    await closeCompo(key)
    const trips: string[] = []
    const db = watchedDb(env.DB, (run, _, query) => {
      trips.push(query)
      return run()
    })
    const download = () => jsonOf<BallotDownload>(sendRequestWith({ ...env, DB: db }, `/compo/${key}/ballots.json`))
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, download))
    for (const other of others) expect(other).toEqual(first)
    expect(trips.filter((query) => query.includes('"pick" from "compo_sets"'))).toHaveLength(1)
  })

  it('the download is for everyone, and not found for a missing compo', async () => {
    const { key } = await addJudged({ voters: 1 })
    await closeCompo(key)
    const forVisitors = await requestJson<BallotDownload>(`/compo/${key}/ballots.json`)
    expect(await requestJson(`/compo/${key}/ballots.json`, { as: await addPerson() })).toEqual(forVisitors)
    expect(await errorOf(sendRequest('/compo/nowhere/ballots.json'))).toEqual([404, 'not_found'])
    expect(await errorOf(sendRequest('/compo/No%20Key/ballots.json'))).toEqual([400, 'bad_request'])
  })

  it('a voter keeps their answered sets as a receipt', async () => {
    const { key, people } = await addJudged()
    await closeCompo(key)
    const receipt = await readBallot(people[0] ?? (await addVoter()), key)
    expect(receipt).toMatchObject({ state: 'closed', total: 2, step: 2 })
    expect(receipt.sets.every(({ answer }) => typeof answer === 'number')).toBe(true)
  })

  it('a picked sketch that is deleted before the close takes its sets with it', async () => {
    const key = await addCompo({ state: 'voting' })
    const [first, second] = await addEntries(key, 2)
    if (!first || !second) throw new Error('no entries')
    const voter = await addVoter()
    const ids = (await beginBallot(voter, key)).sets[0]?.sketches.map(({ id }) => id) ?? []
    await jsonOf(sendVotes(voter, key, { votes: [voteOf(ids, first.sketchId)] }))
    await jsonOf(deleteSketch(first.artist, first.sketchId))
    await closeCompo(key)
    expect((await readEntries(key)).items).toMatchObject([{ sketch: { id: second.sketchId }, place: -1, seen: 0 }])
  })
})

describe('entries without a place', () => {
  it.each([
    ['its artist hid', 'unlisted = 1'],
    ['staff found a violation in', "violation = 'copyright'"],
  ])('a sketch that %s during the voting gets no place and no glops, and others take them', async (_, change) => {
    const { key, entered } = await addJudged()
    const [first] = entered
    if (!first) throw new Error('no entries')
    await env.DB.prepare(`UPDATE sketches SET ${change} WHERE id = ?`).bind(first.sketchId).run()
    await closeCompo(key)
    const { items } = await readEntries(key)
    expect(items.map(({ sketch }) => sketch?.id)).not.toContain(first.sketchId)
    expect(items).toHaveLength(5)
    expect(items[0]).toMatchObject({ place: 1 })
    expect([await linesOf(first.artist.id), await linesOf(items[0]?.artist?.id ?? 0)]).toEqual([[], [100]])
    const { entries } = await requestJson<BallotDownload>(`/compo/${key}/ballots.json`)
    expect(entries).toEqual(items.map(({ entry }) => entry).toSorted((a, b) => a - b))
    await env.DB.prepare('UPDATE sketches SET unlisted = 0, violation = NULL WHERE id = ?').bind(first.sketchId).run()
    expect((await readEntries(key)).items).toHaveLength(5)
  })
})

describe('runs of the closing job', () => {
  const endVoting = (key: string, at: number) =>
    env.DB.prepare('UPDATE compos SET starts_at = 0, ends_at = 1, voting_ends_at = ? WHERE key = ?').bind(at, key).run()

  it('the result waits a minute after the end of voting, for votes that are being saved', async () => {
    const [{ key }, now] = [await addJudged(), Date.now()]
    await endVoting(key, now)
    await closeCompos(openDb(env.DB), now + 59_999)
    expect(await readCompo(key)).toMatchObject({ result: null })
    await closeCompos(openDb(env.DB), now + 60_000)
    expect((await readCompo(key)).result).toMatchObject({ voters: 4 })
  })

  it('a clock that is set back over midnight changes no result, and gives glops once', async () => {
    const MINUTE_MS = 60_000
    const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000
    const { key, entered } = await addJudged()
    await endVoting(key, midnight)
    const runAt = (minutes: number) => closeCompos(openDb(env.DB), midnight + minutes * MINUTE_MS)
    for (const minutes of [-1, 0.5, -9.5]) await runAt(minutes)
    expect(await readCompo(key)).toMatchObject({ result: null })
    await runAt(2)
    const [info, list] = [await readCompo(key), await readEntries(key)]
    expect(info.result).toMatchObject({ date: toWireTime(midnight + 2 * MINUTE_MS), voters: 4 })
    const glops = await Promise.all(entered.map(({ artist }) => glopsOf(artist.id)))
    for (const minutes of [-8, 0, 2, 20]) await runAt(minutes)
    expect([await readCompo(key), await readEntries(key)]).toEqual([info, list])
    expect(await Promise.all(entered.map(({ artist }) => glopsOf(artist.id)))).toEqual(glops)
    for (const { artist } of entered) expect(await linesOf(artist.id)).toHaveLength(1)
  })

  it('a compo that cannot be closed does not stop others from closing', async () => {
    const [broken, sound] = [await addJudged(), await addJudged()]
    await moveCompo(sound.key, 'closed')
    await endVoting(broken.key, 2)
    const setEntries = (from: string) =>
      env.DB.prepare(
        `UPDATE compo_sets SET entry_ids = replace(entry_ids, '[', ?) WHERE compo_id = (SELECT id FROM compos WHERE key = ?)`,
      )
        .bind(from, broken.key)
        .run()
    await setEntries('[7,7,')
    await expect(closeCompos(openDb(env.DB), Date.now())).rejects.toThrow('is not a set')
    expect((await readCompo(sound.key)).result).toMatchObject({ voters: 4 })
    expect(await readCompo(broken.key)).toMatchObject({ result: null })
    await env.DB.prepare('DELETE FROM compo_sets WHERE compo_id = (SELECT id FROM compos WHERE key = ?)')
      .bind(broken.key)
      .run()
  })
})

describe('sketches in a closed compo', () => {
  it('an artist cannot delete a sketch in a closed compo [1 §6]', async () => {
    const { key, entered } = await addJudged({ voters: 1 })
    await closeCompo(key)
    const [{ artist, sketchId } = await Promise.reject(new Error('no entry'))] = entered
    expect(await errorOf(deleteSketch(artist, sketchId))).toEqual([409, 'in_closed_compo'])
    expect((await readEntries(key)).items.map(({ sketch }) => sketch?.id)).toContain(sketchId)
  })

  it('the database also refuses to delete the sketch before the result', async () => {
    const key = await addCompo({ state: 'closed' })
    const artist = await addPerson()
    const sketchId = await addEntry(key, artist)
    expect(await errorOf(deleteSketch(artist, sketchId))).toEqual([409, 'in_closed_compo'])
  })

  it('a sketch that staff delete leaves its place empty', async () => {
    const { key, order } = await addJudged({ voters: 2 })
    await closeCompo(key)
    await jsonOf(deleteSketch(await addPerson({ flags: 'm' }), order[0] ?? 0))
    const { items } = await readEntries(key)
    expect(items).toHaveLength(6)
    expect(items[0]).toMatchObject({ sketch: null, missing: 'deleted', artist: null, place: 1 })
  })

  it('the entry of a deleted account leaves its place empty, and the votes of the account still count', async () => {
    const { key, entered, people } = await addJudged({ voters: 2 })
    await closeCompo(key)
    const before = await requestJson<BallotDownload>(`/compo/${key}/ballots.json`)
    const [{ artist } = await Promise.reject(new Error('no entry'))] = entered
    for (const leaver of [artist, people[0] ?? artist]) {
      await jsonOf(sendRequest('/api/v2/account/delete', { as: leaver, body: { nickname: leaver.nickname } }))
    }
    for (let run = 0; run < 3; run++) await deleteAccounts(openDb(env.DB), env, Date.now() + 8 * 86_400_000)
    expect((await readEntries(key)).items[0]).toMatchObject({ sketch: null, missing: 'deleted', place: 1 })
    expect(await requestJson<BallotDownload>(`/compo/${key}/ballots.json`)).toEqual(before)
    const voters = await env.DB.prepare('SELECT count(*) AS n FROM compo_ballots WHERE voter_id = ?')
      .bind(people[0]?.id ?? 0)
      .first('n')
    expect(voters).toBe(0)
  })

  it('accounts that entered and voted in the same compo can be merged', async () => {
    const key = await addCompo({ state: 'voting' })
    const [source, target] = [await addVoter(), await addVoter()]
    for (const member of [source, target]) await addEntry(key, member)
    await addEntries(key, 4)
    for (const member of [source, target]) await voteAll(member, key, ([first = 0]) => first)
    await mergeAccounts(source, target)
    expect((await readCompo(key, target)).own).toHaveLength(2)
    await closeCompo(key)
    expect((await readCompo(key)).result).toMatchObject({ voters: 1 })
  })

  it('a pick between accounts that are merged later does not count, and the rest of the ballot stays', async () => {
    const key = await addCompo({ state: 'voting' })
    const [source, target] = [await addVoter(), await addVoter()]
    const own = await addEntry(key, target)
    await addEntries(key, 7)
    await voteAll(source, key, (ids) => (ids.includes(own) ? own : (ids[0] ?? null)))
    await mergeAccounts(source, target)
    await jsonOf(sendVotes(target, key))
    await closeCompo(key)
    expect((await readCompo(key)).result).toMatchObject({ voters: 1, picks: 1 })
  })
})
