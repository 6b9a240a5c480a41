import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runRows } from '../../../worker/domain/users/row-steps.ts'
import { continueExport, resumeExports } from '../../../worker/features/export/making.ts'
import { deleteExpired } from '../../../worker/features/export/queries.ts'
import { removeExpiredExports } from '../../../worker/features/export/sweep.ts'
import { ERASE_STEPS } from '../../../worker/features/leaving/erase-steps.ts'
import { MERGE_STEPS } from '../../../worker/features/staff/merge-steps.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { ROWS_IN_PART } from '../../../worker/lib/delete-in-parts.ts'
import {
  bytesOf,
  downloadPart,
  exportOf,
  makeExport,
  requestExport,
  unpackedExport,
} from '../../support/worker/exports.ts'
import { type Fault, faultyEnv } from '../../support/worker/faults.ts'
import { runNamed } from '../../support/worker/jobs.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { pictures, uniqueCopy } from '../../support/worker/pictures.ts'
import { errorOf, sendRequest } from '../../support/worker/site.ts'
import { addPicture, storedKeys } from '../../support/worker/uploads.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'

const HOUR_MS = 3_600_000
const WHOLE_RUN = { ms: 60_000, calls: 10_000, bytes: 1e9 }
const faults: Fault[] = ['refused', 'lost']

let mira: Person
beforeEach(async () => {
  mira = await addPerson({ email: `mira-${crypto.randomUUID()}@people.test` })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

/** Adds the row of an export whose job has not begun. */
async function addExport(): Promise<number> {
  const added = env.DB.prepare(
    `INSERT INTO account_exports (user_id, state, created_at) VALUES (?, 'making', ?) RETURNING id`,
  )
  return (await added.bind(mira.id, Date.now()).first<number>('id')) ?? 0
}
const run = (id: number, limits: Partial<typeof WHOLE_RUN> = {}, now = Date.now(), bindings = env) =>
  continueExport(openDb(bindings.DB), bindings, { id, now, limits: { ...WHOLE_RUN, ...limits } })
const mailsOf = async () =>
  (await env.DB.prepare(`SELECT kind FROM mails WHERE user_id = ?`).bind(mira.id).all()).results.map(({ kind }) => kind)
const keysOf = async (id: number) => (await storedKeys()).filter((key) => key.startsWith(`exports/${id}/`))

describe('the job that makes an export', () => {
  it('a job that is cut after every step makes the same export as one that is not', async () => {
    const file = uniqueCopy(pictures.png)
    await addPicture(mira, { title: 'Ebb' }, file)
    const id = await addExport()
    let runs = 0
    while ((await exportOfRow(id)) === 'making' && runs < 100) {
      await run(id, { calls: 2 })
      runs++
    }
    expect(runs).toBeGreaterThan(20)
    const names = Object.entries(await unpackedExport(mira))
    expect(names.find(([name]) => name.startsWith('sketches/'))?.[1]).toEqual(file)
    expect(names.filter(([name]) => name.startsWith('data/')).length).toBeGreaterThan(20)
  })

  it('an export whose challenges and compos an earlier version read has all sections after these', async () => {
    const id = await addExport()
    await env.DB.prepare("UPDATE account_exports SET step = 'compo-votes', position = 'null' WHERE id = ?")
      .bind(id)
      .run()
    await run(id)
    expect(Object.keys(await unpackedExport(mira))).toContain('data/emoticons.json')
  })

  it('progress grows until it is ready', async () => {
    await addPicture(mira)
    const id = await addExport()
    const seen: number[] = []
    while ((await exportOfRow(id)) === 'making') {
      await run(id, { calls: 20 })
      seen.push(await percentOf(id))
    }
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(seen.at(-1)).toBe(100)
  })

  it('two runs at once make one export, and one of them does nothing', async () => {
    await addPicture(mira)
    const id = await addExport()
    const used = await Promise.all([run(id), run(id)])
    expect(used.map(({ calls }) => calls > 1).sort()).toEqual([false, true])
    expect(await exportOfRow(id)).toBe('ready')
  })

  it('a file that disappears while the export is made is replaced by a text', async () => {
    const { id: sketchId } = await addPicture(mira, { title: 'Ebb' })
    const id = await addExport()
    while ((await stepOf(id)) !== 'checksums') await run(id, { calls: 2 })
    await env.FILES.delete((await storedKeys()).filter((key) => key.startsWith('originals/')))
    await run(id)
    const names = Object.keys(await unpackedExport(mira))
    expect(names).toContain(`sketches/${String(sketchId).padStart(6, '0')} Ebb.png.missing.txt`)
  })

  it('an export of many files has parts for all of them, and reads at most 5,000 rows at once', async () => {
    const id = await addExport()
    await env.DB.batch([
      env.DB.prepare(
        `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10500)
          INSERT INTO exported_files (export_id, name, source, file_key, bytes, crc32, modified_at)
          SELECT ?, 'streams/' || n, 'recording', 'streams/1/' || n, 1000, 1, 1 FROM numbers`,
      ).bind(id),
      env.DB.prepare("UPDATE account_exports SET step = 'finish' WHERE id = ?").bind(id),
    ])
    const lengths: number[] = []
    const db = watchedDb(env.DB, async (send) => {
      const reply = await send()
      if (Array.isArray(reply)) lengths.push(reply.length)
      return reply
    })
    await run(id, {}, Date.now(), { ...env, DB: db })
    const { parts } = await exportOf(mira)
    expect(parts.map(({ files }) => files)).toEqual([...Array.from({ length: 13 }, () => 800), 100])
    expect(Math.max(...lengths)).toBe(5000)
  })

  it('an export that cannot be made is given up, and can be asked for again', async () => {
    const id = await addExport()
    const broken = { ...env, FILES: new Proxy(env.FILES, { get: () => () => Promise.reject(new Error('down')) }) }
    for (let attempt = 1; attempt <= 11; attempt++) {
      await run(id, {}, Date.now() + attempt * HOUR_MS, broken).catch(() => undefined)
    }
    expect(await exportOf(mira)).toMatchObject({ state: 'failed', parts: [] })
    expect((await makeExport(mira)).state).toBe('ready')
  })

  it('the scheduled job finishes an export whose page was closed', async () => {
    await addPicture(mira)
    const id = await addExport()
    await run(id, { calls: 10 })
    await runNamed(['make exports'], env, Date.now())
    expect(await exportOfRow(id)).toBe('ready')
  })

  it('a scheduled run shares its limits among all exports', async () => {
    const id = await addExport()
    await resumeExports(openDb(env.DB), env, { now: Date.now(), limits: { ms: 60_000, calls: 5, bytes: 1e9 } })
    expect(await exportOfRow(id)).toBe('making')
  })

  it('the export that was continued longest ago is the next of the schedule', async () => {
    const first = await addExport()
    mira = await addPerson()
    const second = await addExport()
    const limits = { ms: 60_000, calls: 5, bytes: 1e9 }
    const [soon, later] = [Date.now() + HOUR_MS, Date.now() + 2 * HOUR_MS]
    await env.DB.prepare("UPDATE account_exports SET claimed_until = ? WHERE state = 'making' AND id NOT IN (?, ?)")
      .bind(later, first, second)
      .run()
    await resumeExports(openDb(env.DB), env, { now: soon, limits })
    expect([await stepOf(first), await stepOf(second)].filter(Boolean)).toHaveLength(1)
    await resumeExports(openDb(env.DB), env, { now: soon + 1, limits })
    expect([await stepOf(first), await stepOf(second)].filter(Boolean)).toHaveLength(2)
  })
})

describe('the mail about an export', () => {
  it('a mail is sent to a confirmed address when the export is ready', async () => {
    await makeExport(mira)
    expect(await mailsOf()).toEqual(['export_ready'])
  })

  it('no mail is sent to a member who switched it off', async () => {
    mira = await addPerson({ email: `off-${crypto.randomUUID()}@people.test`, emailExports: false })
    await makeExport(mira)
    expect(await mailsOf()).toEqual([])
  })

  it('no mail is sent to a member without an address', async () => {
    mira = await addPerson()
    await makeExport(mira)
    expect(await mailsOf()).toEqual([])
  })
})

describe('the end of an export', () => {
  const filesOf = async (id: number) =>
    env.DB.prepare('SELECT count(*) AS n FROM exported_files WHERE export_id = ?').bind(id).first('n')
  const addFiles = (id: number, count: number) =>
    env.DB.prepare(
      `INSERT INTO exported_files (export_id, name, source, file_key, bytes, modified_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
        SELECT ?1, i, 'recording', i, 1, 1 FROM n`,
    )
      .bind(id, count)
      .run()

  it('after a day nothing of it is left', async () => {
    const made = await makeExport(mira)
    const id = Number(made.parts[0]?.url.split('/').at(-2))
    expect((await keysOf(id)).length).toBeGreaterThan(20)
    await runNamed(['remove expired exports'], env, Date.now() + 23 * HOUR_MS)
    expect((await downloadPart(mira, made)).status).toBe(200)
    await runNamed(['remove expired exports'], env, Date.now() + 25 * HOUR_MS)
    expect(await keysOf(id)).toEqual([])
    expect((await errorOf(sendRequest(made.parts[0]?.url ?? '', { as: mira })))[0]).toBe(404)
    const rows = await env.DB.prepare('SELECT count(*) AS n FROM exported_files WHERE export_id = ?')
      .bind(id)
      .first('n')
    expect([rows, await exportOf(mira)]).toEqual([0, { state: 'none', percent: 0, until: null, parts: [] }])
  })

  it('an export whose rows cannot be deleted does not keep the others', async () => {
    const stuck = await addExport()
    mira = await addPerson()
    const other = await addExport()
    const past = Date.now() - HOUR_MS
    await env.DB.batch([
      env.DB.prepare("UPDATE account_exports SET state = 'ready', ends_at = ?3 WHERE id IN (?1, ?2)").bind(
        stuck,
        other,
        past,
      ),
      env.DB.prepare(`CREATE TRIGGER stuck BEFORE DELETE ON account_exports WHEN OLD.id = ${stuck}
        BEGIN SELECT RAISE(ABORT, 'stuck'); END`),
    ])
    await expect(removeExpiredExports(openDb(env.DB), env.FILES, Date.now())).rejects.toThrow()
    await env.DB.exec('DROP TRIGGER stuck')
    const { results } = await env.DB.prepare('SELECT id FROM account_exports WHERE id IN (?, ?)')
      .bind(stuck, other)
      .all()
    expect(results).toEqual([{ id: stuck }])
  })

  it('a run deletes a limited number of files of all expired exports, and the next one the rest', async () => {
    const ids: number[] = []
    const left = async () => {
      const rows = env.DB.prepare('SELECT id FROM account_exports WHERE ends_at <= 2 ORDER BY id')
      return (await rows.all()).results.map(({ id }) => id)
    }
    for (const endsAt of [1, 2]) {
      const id = await addExport()
      ids.push(id)
      await env.DB.prepare("UPDATE account_exports SET state = 'expired', ends_at = ? WHERE id = ?")
        .bind(endsAt, id)
        .run()
      await addFiles(id, ROWS_IN_PART + 5)
    }
    const [first = 0, second = 0] = ids
    await deleteExpired(openDb(env.DB), 2, 3)
    expect([await left(), await filesOf(first), await filesOf(second)]).toEqual([[second], 0, 5])
    await deleteExpired(openDb(env.DB), 2, 3)
    expect([await left(), await filesOf(second)]).toEqual([[], 0])
  })

  it.each(['deletion', 'merge'] as const)('a %s of its account deletes the rows of its files in parts', async (end) => {
    const id = await addExport()
    await addFiles(id, ROWS_IN_PART + 5)
    const removesExports = ({ references }: { references: readonly string[] }) =>
      references.includes('account_exports.user_id')
    const [db, now] = [openDb(env.DB), Date.now()]
    const merge = async () => {
      const step = MERGE_STEPS.find(removesExports)
      return step && runRows(db, step, { context: { source: mira.id, target: 1, now }, position: 0 })
    }
    const erase = async () =>
      ERASE_STEPS.find(removesExports)?.run({ db, env, userId: mira.id, userIds: [], dueAt: now, now, position: 0 })
    const run = end === 'merge' ? merge : erase
    const exports = env.DB.prepare('SELECT count(*) AS n FROM account_exports WHERE id = ?').bind(id)
    expect(await run()).toMatchObject({ done: false })
    expect([await exports.first('n'), await filesOf(id)]).toEqual([1, 5])
    expect(await run()).toMatchObject({ done: false })
    expect([await exports.first('n'), await filesOf(id)]).toEqual([0, 0])
    expect(await run()).toMatchObject({ done: true })
  })

  it('a new one can be asked for as soon as the old one has expired', async () => {
    const old = await makeExport(mira)
    await env.DB.prepare('UPDATE account_exports SET ends_at = ? WHERE user_id = ?').bind(Date.now(), mira.id).run()
    expect((await exportOf(mira)).state).toBe('none')
    expect((await makeExport(mira)).parts[0]?.url).not.toBe(old.parts[0]?.url)
  })
})

describe.each(faults)('with one database or file call %s', (fault) => {
  it('the job goes on later and makes a whole export', async () => {
    await addPicture(mira)
    const failures = [3, 30, 124, 127]
    for (const n of failures) {
      const id = await addExport()
      const faulty = faultyEnv(n, fault)
      await run(id, {}, Date.now(), faulty.env).catch(() => undefined)
      await run(id, {}, Date.now() + HOUR_MS)
      expect([n, await exportOfRow(id)]).toEqual([n, 'ready'])
      const made = await exportOf(mira)
      const zip = await bytesOf(await downloadPart(mira, made))
      expect([n, new TextDecoder().decode(zip).includes('.missing.txt')]).toEqual([n, false])
      await env.DB.prepare('DELETE FROM account_exports WHERE id = ?').bind(id).run()
    }
  })

  it('a request is stored once or not at all, and can be repeated', async () => {
    for (let n = 1; n <= 4; n++) {
      const person = await addPerson()
      await requestExport(person, faultyEnv(n, fault).env)
      await env.DB.prepare('UPDATE account_exports SET claimed_until = 0 WHERE user_id = ?').bind(person.id).run()
      expect((await makeExport(person)).state).toBe('ready')
    }
  })
})

async function exportOfRow(id: number): Promise<string | null> {
  return env.DB.prepare('SELECT state FROM account_exports WHERE id = ?').bind(id).first('state')
}

async function stepOf(id: number): Promise<string | null> {
  return env.DB.prepare('SELECT step FROM account_exports WHERE id = ?').bind(id).first('step')
}

/** Reads the percentage on the page. Claims the export first, because reading it would start a run. */
async function percentOf(id: number): Promise<number> {
  await env.DB.prepare('UPDATE account_exports SET claimed_until = ? WHERE id = ?')
    .bind(Date.now() + HOUR_MS, id)
    .run()
  const { percent } = await exportOf(mira)
  await env.DB.prepare('UPDATE account_exports SET claimed_until = 0 WHERE id = ?').bind(id).run()
  return percent
}
