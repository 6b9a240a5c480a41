import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { EditBody } from '../../../../contract/http/edit-sketch.ts'
import { SKETCH_RESTORE_DAYS } from '../../../../contract/limits.ts'
import { fromWireTime } from '../../../../contract/time.ts'
import { ROWS_AT_ONCE, removeDueSketches } from '../../../../worker/domain/sketches/deletion.ts'
import { openDb } from '../../../../worker/lib/database.ts'
import { mp4 } from '../../../support/videos.ts'
import { addAlbum, addToAlbum, contentsOf } from '../../../support/worker/albums.ts'
import {
  addSketchCase,
  appeal,
  caseOf,
  decide,
  decideAppeal,
  decisionOf,
  grantAppeal,
  listAppeals,
  readCase,
  undoDecision,
} from '../../../support/worker/cases.ts'
import { addComment, commentsOf } from '../../../support/worker/comments.ts'
import { addCompo, addEntry } from '../../../support/worker/compos.ts'
import { deleteAccount } from '../../../support/worker/leaving.ts'
import { changedFiles } from '../../../support/worker/outages.ts'
import { addPerson, type Person } from '../../../support/worker/people.ts'
import { pictures, uniqueCopy } from '../../../support/worker/pictures.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../../support/worker/site.ts'
import { croquisFile, putFile } from '../../../support/worker/sketch-files.ts'
import { addSketch } from '../../../support/worker/sketches.ts'
import { addPicture, addUpload } from '../../../support/worker/uploads.ts'
import { editBodyOf } from '../../role-table.ts'

const DAY_MS = 86_400_000
const WHY = { rule: 'credit', reason: 'Traced.' } as const
type Page = { notice: string | null; deletionDate: string | null; decisionCase: number | null; hearts: number }

let staff: Person
let ines: Person
let mira: Person
beforeEach(async () => {
  staff = await addPerson({ flags: 'm' })
  ines = await addPerson()
  mira = await addPerson()
})

const remove = (as: Person, id: number, why: object = WHY) =>
  sendRequest(`/api/v2/sketch/${id}`, { as, body: { action: 'delete', ...why } })
const pageFor = (as: Person, id: number) => requestJson<Page>(`/api/v2/sketch/${id}`, { as })
const read = (id: number, as: Person | null = null) => sendRequest(`/api/v2/sketch/${id}`, { as })
const afterTheWeek = () => Date.now() + SKETCH_RESTORE_DAYS * DAY_MS + 1000
const run = (now = afterTheWeek(), calls = 1000, bindings = env) =>
  removeDueSketches(openDb(bindings.DB), bindings.FILES, { now, calls: { left: calls } })
const exists = async (id: number) =>
  (await env.DB.prepare('SELECT 1 FROM sketches WHERE id = ?').bind(id).first()) !== null
const countOf = (table: string, condition: string) =>
  env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${condition}`).first<number>('n')

/** A sketch with a heart, a comment, and a place in an album. */
async function makeSketch() {
  const { id, imageUrl } = await addPicture(ines, { title: 'Low tide', tags: ['sea'] })
  await jsonOf(sendRequest('/heart', { as: mira, body: { action: 'heart', which: id } }))
  await addComment(mira, id, 'What light!')
  const albumId = await addAlbum(mira, { collection: true })
  await jsonOf(addToAlbum(mira, albumId, id))
  return { id, imageUrl, albumId }
}

async function fillComments(id: number, count: number): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO comments (target_type, target_id, number, user_id, text, idempotency_key, created_at)
      SELECT 'sketch', ?1, 1000 + key, ?2, 'Hm.', 'many ' || ?1 || ' ' || key, 1 FROM json_each(?3)`,
  )
    .bind(id, mira.id, JSON.stringify(Array.from({ length: count }, () => 1)))
    .run()
}

describe('a sketch that staff deleted', () => {
  it('it is missing at once for all but its artist and staff, who read when it is gone for good', async () => {
    const { id, imageUrl } = await makeSketch()
    await jsonOf(remove(staff, id))
    for (const as of [null, mira]) expect(await errorOf(read(id, as))).toEqual([404, 'not_found'])
    expect((await sendRequest(`${imageUrl}/200`)).status).toBe(404)
    const { id: caseId } = await caseOf('sketch', id)
    const page = await pageFor(ines, id)
    expect(page).toMatchObject({ notice: 'removed', decisionCase: caseId })
    const days = (fromWireTime(page.deletionDate ?? '') - Date.now()) / DAY_MS
    expect(Math.abs(days - SKETCH_RESTORE_DAYS)).toBeLessThan(0.01)
    expect(await pageFor(staff, id)).toMatchObject({ notice: 'removed', decisionCase: null, userCanDelete: false })
  })

  it('it is not counted, and its artist has no place in lists by it', async () => {
    const { id } = await makeSketch()
    await jsonOf(remove(staff, id))
    expect(await countOf('users', `id = ${ines.id} AND sketches_count = 0 AND sketches_for_all_count = 0`)).toBe(1)
    expect(await countOf('sketch_tags', `sketch_id = ${id} AND listed = 1`)).toBe(0)
  })

  it.each(['the undo of its case', 'an accepted appeal'])('%s brings it back whole', async (way) => {
    const { id, albumId } = await makeSketch()
    await jsonOf(remove(staff, id))
    const { id: caseId } = await caseOf('sketch', id)
    if (way === 'the undo of its case') await jsonOf(undoDecision(staff, caseId))
    else await grantAppeal(ines, caseId)
    await run()
    expect(await pageFor(ines, id)).toMatchObject({ notice: null, deletionDate: null, decisionCase: null, hearts: 1 })
    expect((await commentsOf(id)).items.map(({ comment }) => comment)).toEqual(['What light!'])
    expect((await contentsOf(mira, albumId)).items).toMatchObject([{ id }])
    const { imageUrl } = await requestJson<{ imageUrl: string }>(`/api/v2/sketch/${id}`)
    expect((await sendRequest(`${imageUrl}/200`)).status).toBe(200)
    expect(await decisionOf(ines, caseId)).toMatchObject({ undone: true })
  })

  it('a sketch that was hidden before is hidden again', async () => {
    const id = await addSketch(ines, { violation: 'copyright' })
    await jsonOf(remove(staff, id))
    await jsonOf(undoDecision(staff, (await caseOf('sketch', id)).id))
    expect(await pageFor(ines, id)).toMatchObject({ notice: 'copyright' })
  })

  it('it is not deleted again, hidden or shown by other staff', async () => {
    const id = await addSketch(ines)
    await jsonOf(remove(staff, id))
    const other = await addPerson({ flags: 'm' })
    expect(await errorOf(remove(other, id))).toEqual([404, 'not_found'])
    for (const violation of [null, 'copyright']) {
      const body = { sketchId: id, violation, ...WHY }
      expect(await errorOf(sendRequest('/gloperate/violation', { as: other, body }))).toEqual([409, 'already_gone'])
    }
  })

  it('a case about it cannot delete or hide it', async () => {
    const id = await addSketch(ines)
    const caseId = await addSketchCase(id)
    await env.DB.prepare("UPDATE sketches SET violation = 'removed', deletes_at = ? WHERE id = ?")
      .bind(afterTheWeek(), id)
      .run()
    const { actions } = await readCase(staff, caseId)
    expect(['delete', 'violation'].filter((action) => actions.some((one) => one === action))).toEqual([])
    for (const body of [{ action: 'delete' }, { action: 'violation', violation: 'copyright' }])
      expect(await errorOf(decide(staff, caseId, { ...body, ...WHY }))).toEqual([409, 'already_gone'])
  })

  it('its artist can delete it for good', async () => {
    const { id } = await makeSketch()
    await jsonOf(remove(staff, id))
    await jsonOf(remove(ines, id, {}))
    expect(await exists(id)).toBe(false)
    expect(await errorOf(undoDecision(staff, (await caseOf('sketch', id)).id))).toEqual([409, 'already_gone'])
  })

  it('it goes with the account of its artist', async () => {
    const id = await addSketch(ines)
    await jsonOf(remove(staff, id))
    await deleteAccount(ines)
    expect(await exists(id)).toBe(false)
  })

  it('its picture stays as staff saw it', async () => {
    const { id } = await addPicture(ines)
    await jsonOf(remove(staff, id))
    const { id: uploadId } = await addUpload(ines, uniqueCopy(pictures.png))
    const decided = [403, 'decided_by_staff']
    for (const body of [{ uploadId }, { action: 'remove', versionId: uploadId }])
      expect(await errorOf(sendRequest(`/sketch/${id}/version`, { as: ines, body }))).toEqual(decided)
    const edit = (fields: EditBody) => sendRequest(`/sketch/${id}/edit`, { as: ines, body: editBodyOf(fields) })
    expect(await errorOf(edit({ angle: 90 }))).toEqual(decided)
    await jsonOf(edit({ title: 'High tide' }))
  })

  it('its video and its file stay as staff saw them', async () => {
    const { id } = await addPicture(ines)
    await jsonOf(remove(staff, id))
    for (const [kind, file] of [
      ['video', mp4()],
      ['file', croquisFile()],
    ] as const)
      expect(await errorOf(putFile(ines, `/sketch/${id}/${kind}`, file))).toEqual([403, 'decided_by_staff'])
  })

  it('a deletion that fails does not delay others', async () => {
    const [failing, other] = [await addPicture(ines), await addPicture(ines)]
    for (const { id } of [failing, other]) await jsonOf(remove(staff, id))
    const key = await env.DB.prepare('SELECT file_key FROM sketches WHERE id = ?').bind(failing.id).first('file_key')
    const FILES = changedFiles({
      delete: (keys: string | string[]) =>
        [keys].flat().some((name) => name === key)
          ? Promise.reject(new Error('injected failure'))
          : env.FILES.delete(keys),
    })
    await run(afterTheWeek(), 1000, { ...env, FILES })
    expect([await exists(failing.id), await exists(other.id)]).toEqual([true, false])
  })

  it('its file and rows are there for a week, and gone afterwards', async () => {
    const { id } = await makeSketch()
    const key = await env.DB.prepare('SELECT file_key FROM sketches WHERE id = ?').bind(id).first<string>('file_key')
    await jsonOf(remove(staff, id))
    await run(afterTheWeek() - 60_000)
    expect([await exists(id), (await env.FILES.head(key ?? '')) !== null]).toEqual([true, true])
    await run()
    expect([await exists(id), (await env.FILES.head(key ?? '')) !== null]).toEqual([false, false])
    for (const table of ['hearts', 'sketch_tags', 'album_sketches'])
      expect(await countOf(table, `sketch_id = ${id}`)).toBe(0)
    expect(await errorOf(undoDecision(staff, (await caseOf('sketch', id)).id))).toEqual([409, 'already_gone'])
  })

  it('an open appeal delays it, and a declined one does not', async () => {
    const id = await addSketch(ines)
    await jsonOf(remove(staff, id))
    const { id: caseId } = await caseOf('sketch', id)
    await jsonOf(appeal(ines, { case: caseId }))
    await run()
    expect(await pageFor(ines, id)).toMatchObject({ notice: 'removed' })
    const open = (await listAppeals(staff)).items.find((item) => item.caseId === caseId)
    await jsonOf(decideAppeal(await addPerson({ flags: 'm' }), open?.id ?? 0, 'upheld'))
    await run()
    expect(await exists(id)).toBe(false)
  })

  it('its entry in a closed compo keeps its place when it is gone', async () => {
    const key = await addCompo({ state: 'closed' })
    const id = await addEntry(key, ines)
    await jsonOf(remove(staff, id))
    await run()
    expect(await exists(id)).toBe(false)
    const ofCompo = `compo_id = (SELECT id FROM compos WHERE key = '${key}')`
    expect(await countOf('compo_entries', `${ofCompo} AND sketch_id IS NULL`)).toBe(1)
  })
})

describe('a sketch with too many views for one statement', () => {
  it('the job deletes them in parts, and continues after a cut', async () => {
    const id = await addSketch(ines)
    const left = () => countOf('sketch_views', `sketch_id = ${id}`)
    await env.DB.prepare(
      `INSERT INTO sketch_views (viewer_key, sketch_id, day) SELECT 'member:' || (900000 + key), ?, 1 FROM json_each(?)`,
    )
      .bind(id, JSON.stringify(Array.from({ length: ROWS_AT_ONCE + 1 }, () => 1)))
      .run()
    await jsonOf(remove(staff, id))
    // Finding the sketch takes a call, and its rows in five other tables take one each.
    await run(afterTheWeek(), 7)
    expect([await exists(id), await left()]).toEqual([true, 1])
    await run()
    expect([await exists(id), await left()]).toEqual([false, 0])
  })
})

describe('a sketch with too many comments for one statement', () => {
  const many = 2 * ROWS_AT_ONCE + 3
  const left = (id: number) => countOf('comments', `target_type = 'sketch' AND target_id = ${id}`)

  it('the job deletes them in parts, and continues after a cut', async () => {
    const id = await addSketch(ines)
    await fillComments(id, many)
    await jsonOf(remove(staff, id))
    expect(await left(id)).toBe(many)
    // Finding the sketch takes a call. Its albums, 500 notifications, the others and 500 comments take four.
    await run(afterTheWeek(), 5)
    expect([await exists(id), await left(id)]).toEqual([true, many - ROWS_AT_ONCE])
    for (const as of [null, ines, staff]) expect(await errorOf(read(id, as))).toEqual([404, 'not_found'])
    for (const path of [`${id}/edit?format=json`, `${id}/versions?format=json`, `${id}.png`])
      for (const as of [ines, staff])
        expect(await errorOf(sendRequest(`/sketch/${path}`, { as }))).toEqual([404, 'not_found'])
    expect(await errorOf(undoDecision(staff, (await caseOf('sketch', id)).id))).toEqual([409, 'already_gone'])
    await run()
    expect([await exists(id), await left(id)]).toEqual([false, 0])
  })

  it('a deletion whose files could not be deleted is repeated an hour later', async () => {
    const id = await addSketch(ines)
    await fillComments(id, many)
    await jsonOf(remove(staff, id))
    const FILES = changedFiles({ delete: () => Promise.reject(new Error('injected failure')) })
    await run(afterTheWeek(), 1000, { ...env, FILES })
    await run(afterTheWeek() + 30 * 60_000)
    expect(await exists(id)).toBe(true)
    await run(afterTheWeek() + 61 * 60_000)
    expect(await exists(id)).toBe(false)
  })

  it('its artist deletes it at once, and the counts of hearts and glops follow', async () => {
    const { id } = await makeSketch()
    await fillComments(id, many)
    await jsonOf(remove(ines, id, {}))
    expect(await errorOf(read(id, ines))).toEqual([404, 'not_found'])
    await run(Date.now())
    expect([await exists(id), await left(id)]).toEqual([false, 0])
    expect(await countOf('users', `id = ${ines.id} AND glops = 0 AND hearts_received = 0`)).toBe(1)
    expect(await countOf('users', `id = ${ines.id} AND stored_bytes = 0 AND sketches_count = 0`)).toBe(1)
  })

  it('its artist cannot delete it in a closed compo [1 §6]', async () => {
    const id = await addEntry(await addCompo({ state: 'closed' }), ines)
    await fillComments(id, many)
    expect(await errorOf(remove(ines, id, {}))).toEqual([409, 'in_closed_compo'])
  })

  it('it goes with the account of its artist', async () => {
    const id = await addSketch(ines)
    await fillComments(id, many)
    await deleteAccount(ines)
    expect([await exists(id), await left(id)]).toEqual([false, 0])
  })
})
