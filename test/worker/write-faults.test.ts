import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { STARS_PER_MONTH } from '../../contract/limits.ts'
import { sweepFiles } from '../../worker/features/uploads/sweep.ts'
import { openDb } from '../../worker/lib/database.ts'
import { addComment, commentsOf } from '../support/worker/comments.ts'
import { type Fault, withEveryFault } from '../support/worker/faults.ts'
import { addPerson, type Person } from '../support/worker/people.ts'
import { pictures, uniqueCopy } from '../support/worker/pictures.ts'
import { jsonOf, requestJson, sendRequest, sendRequestWith } from '../support/worker/site.ts'
import { addSketch } from '../support/worker/sketches.ts'
import {
  addPicture,
  addUpload,
  fileKeysOf,
  postUpload,
  removeAllPictures,
  sendFile,
  storedOriginals,
} from '../support/worker/uploads.ts'

const HOUR_MS = 3_600_000
const faults: Fault[] = ['refused', 'lost']

beforeEach(async () => {
  await removeAllPictures()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

async function allFileKeys(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    'SELECT file_key FROM pending_uploads UNION ALL SELECT file_key FROM sketches',
  ).all<{
    file_key: string
  }>()
  return results.map((row) => row.file_key).sort()
}

/** Checks that every row has its file. A file may be without a row until the sweep deletes it. */
async function expectWhole(at: string): Promise<void> {
  const files = new Set(await storedOriginals())
  expect([at, (await allFileKeys()).filter((key) => !files.has(key))]).toEqual([at, []])
}

async function expectSwept(): Promise<void> {
  await sweepFiles(openDb(env.DB), env.FILES, { now: Date.now() + 2 * HOUR_MS })
  expect(await storedOriginals()).toEqual(await allFileKeys())
  const derived = (await env.FILES.list({ prefix: 'derived/' })).objects.map(({ key }) => key.split('/')[1])
  const known = (await allFileKeys()).map((key) => key.split('/')[1])
  expect(derived.filter((id) => !known.includes(id))).toEqual([])
}

/** Compares every stored count with the rows that it counts. */
async function expectExactCounts(): Promise<void> {
  const wrong = await env.DB.prepare(
    `SELECT 'sketch ' || id AS what FROM sketches WHERE
        hearts_count <> (SELECT count(*) FROM hearts WHERE sketch_id = sketches.id)
        OR likes_count <> (SELECT count(*) FROM ratings WHERE sketch_id = sketches.id AND rating = 'rules')
        OR piggies_count <> (SELECT count(*) FROM ratings WHERE sketch_id = sketches.id AND rating = 'piggy')
        OR (featured_at IS NULL) = EXISTS (SELECT 1 FROM features WHERE sketch_id = sketches.id)
        OR comments_count <> (SELECT count(*) FROM comments WHERE target_type = 'sketch' AND target_id = sketches.id)
        OR attached_bytes <> (SELECT coalesce(sum(bytes), 0) FROM sketch_versions WHERE sketch_id = sketches.id)
          + (SELECT coalesce(sum(bytes), 0) FROM sketch_files WHERE sketch_id = sketches.id)
      UNION ALL SELECT 'member ' || id FROM users WHERE
        hearts_available <> (SELECT sum(amount) FROM ledger WHERE user_id = users.id AND unit = 'heart')
        OR glops <> (SELECT coalesce(sum(amount), 0) FROM ledger WHERE user_id = users.id AND unit = 'glop')
        OR sketches_count <> (SELECT count(*) FROM sketches WHERE user_id = users.id AND unlisted = 0 AND violation IS NULL)
        OR sketches_for_all_count <> (SELECT count(*) FROM sketches WHERE user_id = users.id AND listed_for_all = 1)
        OR comments_count <> (SELECT count(*) FROM comments WHERE target_type = 'profile' AND target_id = users.id)
        OR stored_bytes <> (SELECT coalesce(sum(bytes + attached_bytes), 0) FROM sketches WHERE user_id = users.id)
          + (SELECT coalesce(sum(recording_bytes), 0) FROM streams WHERE user_id = users.id)
        OR (png_bytes, jpg_bytes, likes_received, sketch_comments_count) <> (SELECT
          coalesce(sum(iif(content_type = 'image/png', bytes, 0)), 0),
          coalesce(sum(iif(content_type = 'image/png', 0, bytes)), 0),
          coalesce(sum(likes_count), 0), coalesce(sum(comments_count), 0) FROM sketches WHERE user_id = users.id)
        OR fans_count <> (SELECT count(*) FROM fans WHERE user_id = users.id)
      UNION ALL SELECT 'tag ' || name FROM tags WHERE
        sketches_count <> (SELECT count(*) FROM sketch_tags WHERE tag_id = tags.id)`,
  ).all()
  expect(wrong.results).toEqual([])
}

describe.each(faults)('writes with one database or file call %s', (fault) => {
  it('an upload leaves no row without its file', async () => {
    const mira = await addPerson()
    const calls = await withEveryFault(
      fault,
      (bindings) => sendFile(mira, uniqueCopy(pictures.png), { env: bindings }),
      async (_reply, n) => expectWhole(`call ${n}`),
    )
    expect(calls).toBeGreaterThanOrEqual(4)
  })

  it('an upload leaves only files that the sweep deletes', async () => {
    const mira = await addPerson()
    await withEveryFault(
      fault,
      (bindings) => sendFile(mira, uniqueCopy(pictures.png), { env: bindings }),
      async () => undefined,
    )
    await expectSwept()
  })

  it('an upload that is retried after a failure is stored once', async () => {
    const mira = await addPerson()
    const file = uniqueCopy(pictures.png)
    await withEveryFault(
      fault,
      (bindings) => sendFile(mira, file, { env: bindings }),
      async (_reply, n) => {
        const reply = await jsonOf<{ upload: { id: string; imageUrl: string } }>(sendFile(mira, file))
        const picture = await sendRequest(`${reply.upload.imageUrl}/100`, { as: mira })
        await picture.arrayBuffer()
        expect([n, picture.status, (await fileKeysOf(mira)).length]).toEqual([n, 200, 1])
        await sendRequest('/api/v2/upload/drop', { as: mira, body: { uploadId: reply.upload.id } })
      },
    )
    await expectSwept()
  })

  describe('posting an upload', () => {
    const fields = { title: 'Ebb', tags: ['sea', 'mud'] }
    let mira: Person
    let upload: Awaited<ReturnType<typeof addUpload>>
    beforeEach(async () => {
      mira = await addPerson()
      upload = await addUpload(mira)
    })
    const post = (bindings: typeof env) => postUpload(mira, upload.id, fields, bindings)

    it('posting creates a complete sketch or none', async () => {
      await withEveryFault(fault, post, async () => {
        const rows = await env.DB.prepare(
          `SELECT (SELECT count(*) FROM pending_uploads WHERE id = ?1) AS waiting,
            (SELECT count(*) FROM sketches WHERE file_key = 'originals/' || ?1) AS posted`,
        )
          .bind(upload.id)
          .first<{ waiting: number; posted: number }>()
        expect((rows?.waiting ?? 0) + (rows?.posted ?? 0)).toBe(1)
        await expectWhole('posting')
        await expectExactCounts()
        upload = await addUpload(mira)
      })
      await expectExactCounts()
      await expectSwept()
    })

    it('a post that failed can be retried', async () => {
      await withEveryFault(fault, post, async () => {
        const { sketchId } = await jsonOf<{ sketchId: number }>(post(env))
        expect(await requestJson(`/api/v2/sketch/${sketchId}`)).toMatchObject(fields)
        upload = await addUpload(mira)
      })
      await expectExactCounts()
      await expectSwept()
    })
  })

  it('a heart is given with its counts or not at all', async () => {
    const ines = await addPerson()
    const sketch = await addSketch(ines)
    let mira = await addPerson()
    await withEveryFault(
      fault,
      (bindings) => sendRequestWith(bindings, '/heart', { as: mira, body: { action: 'heart', which: sketch } }),
      async () => {
        await expectExactCounts()
        const again = await jsonOf(sendRequest('/heart', { as: mira, body: { action: 'heart', which: sketch } }))
        expect(again).toMatchObject({ heartsAvailable: 4 })
        await expectExactCounts()
        mira = await addPerson()
      },
    )
  })

  it('a rating is given or changed with its counts, or not at all', async () => {
    const sketch = await addSketch(await addPerson())
    let mira = await addPerson()
    for (const rating of ['rules', 'piggy']) {
      await withEveryFault(
        fault,
        (bindings) => sendRequestWith(bindings, '/rate', { as: mira, body: { rating, which: sketch } }),
        async () => {
          await expectExactCounts()
          const again = await jsonOf(sendRequest('/rate', { as: mira, body: { rating, which: sketch } }))
          expect(again).toMatchObject({ userRating: rating })
          await expectExactCounts()
          if (rating === 'rules') mira = await addPerson()
        },
      )
    }
  })

  describe('featuring a sketch', () => {
    let noor: Person
    let sketch: number
    beforeEach(async () => {
      noor = await addPerson({ flags: 'f' })
      sketch = await addSketch(await addPerson())
    })
    const feature = (bindings: typeof env) =>
      sendRequestWith(bindings, '/heart', { as: noor, body: { action: 'feature', which: sketch } })

    it('a feature is stored with its counts or not at all', async () => {
      await withEveryFault(fault, feature, async () => {
        await expectExactCounts()
        noor = await addPerson({ flags: 'f' })
        sketch = await addSketch(await addPerson())
      })
    })

    it('a feature costs one star however often it is retried', async () => {
      await withEveryFault(fault, feature, async () => {
        expect(await jsonOf(feature(env))).toMatchObject({ starsAvailable: STARS_PER_MONTH - 1 })
        await expectExactCounts()
        noor = await addPerson({ flags: 'f' })
        sketch = await addSketch(await addPerson())
      })
    })
  })

  it('an action of staff and its audit log entry are stored together or not at all', async () => {
    const staff = await addPerson({ flags: 'm' })
    let sketch = 0
    const actions = [
      ['/gloperate/feature', { sketchId: 0, reason: 'The light.' }],
      ['/gloperate/violation', { sketchId: 0, violation: 'notsketch', reason: 'A photo.' }],
    ] as const
    for (const [path, body] of actions) {
      sketch = await addSketch(await addPerson())
      const options = () => ({ as: staff, body: { ...body, sketchId: sketch } })
      await withEveryFault(
        fault,
        (bindings) => sendRequestWith(bindings, path, options()),
        async () => {
          const row = await env.DB.prepare(
            `SELECT featured_at IS NOT NULL OR violation IS NOT NULL AS done,
              (SELECT count(*) FROM audit_log WHERE target_id = sketches.id) AS lines FROM sketches WHERE id = ?`,
          )
            .bind(sketch)
            .first<{ done: number; lines: number }>()
          expect(row?.lines).toBe(row?.done)
          await jsonOf(sendRequest(path, options()))
          const lines = env.DB.prepare('SELECT count(*) AS n FROM audit_log WHERE target_id = ?').bind(sketch)
          expect(await lines.first('n')).toBe(1)
          sketch = await addSketch(await addPerson())
        },
      )
    }
  })

  it('a report of a sketch that is retried after a failure is stored once', async () => {
    const sketch = await addSketch(await addPerson())
    let mira = await addPerson()
    const body = { details: 'Seen elsewhere.', copyright: true }
    await withEveryFault(
      fault,
      (bindings) => sendRequestWith(bindings, `/sketch/${sketch}/report`, { as: mira, body }),
      async () => {
        await jsonOf(sendRequest(`/sketch/${sketch}/report`, { as: mira, body }))
        const count = env.DB.prepare('SELECT count(*) AS n FROM case_reports WHERE reporter_id = ?').bind(mira.id)
        expect(await count.first('n')).toBe(1)
        mira = await addPerson()
      },
    )
  })

  it('a report of a profile that is retried after a failure is stored once', async () => {
    const ines = await addPerson()
    let mira = await addPerson()
    const report = (bindings: typeof env) =>
      sendRequestWith(bindings, '/api/v2/report', { as: mira, body: { user: ines.id } })
    await withEveryFault(fault, report, async () => {
      await jsonOf(report(env))
      const count = env.DB.prepare('SELECT count(*) AS n FROM case_reports WHERE reporter_id = ?').bind(mira.id)
      expect(await count.first('n')).toBe(1)
      mira = await addPerson()
    })
  })

  describe('posting a comment', () => {
    const newBody = () => ({ key: crypto.randomUUID(), comment: 'hello', type: 'sketch', which: sketch })
    let mira: Person
    let sketch: number
    beforeEach(async () => {
      mira = await addPerson()
      sketch = await addSketch(mira)
    })

    it('a comment is posted with its counts or not at all', async () => {
      await withEveryFault(
        fault,
        (bindings) => sendRequestWith(bindings, '/comment', { as: mira, body: newBody() }),
        expectExactCounts,
      )
    })

    it('a comment that is retried after a failure is posted once', async () => {
      let posted = 0
      let body = newBody()
      await withEveryFault(
        fault,
        (bindings) => sendRequestWith(bindings, '/comment', { as: mira, body }),
        async () => {
          await jsonOf(sendRequest('/comment', { as: mira, body }))
          posted++
          expect(await commentsOf(sketch, '&count=all')).toMatchObject({ total: posted, items: { length: posted } })
          body = newBody()
        },
      )
    })
  })

  it.each(['its author', 'staff'])('a comment is deleted together with its count, by %s', async (deletedBy) => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const sketch = await addSketch(mira)
    let { id } = await addComment(mira, sketch)
    await withEveryFault(
      fault,
      (bindings) =>
        deletedBy === 'staff'
          ? sendRequestWith(bindings, '/api/v2/gloperate/deleteComment', { as: staff, body: { id, reason: 'Unkind.' } })
          : sendRequestWith(bindings, '/comment', { as: mira, body: { commentId: id, action: 'delete' } }),
      async () => {
        await expectExactCounts()
        const left = env.DB.prepare(
          `SELECT (SELECT count(*) FROM audit_log WHERE target_type = 'comment' AND target_id = ?1)
            + (SELECT count(*) FROM comments WHERE id = ?1) AS n`,
        )
        if (deletedBy === 'staff') expect(await left.bind(id).first('n'), 'either the comment or its log entry').toBe(1)
        id = (await addComment(mira, sketch)).id
      },
    )
    await expectExactCounts()
  })

  it('a comment and its mentions change together or not at all', async () => {
    const [mira, noor, ines] = [await addPerson(), await addPerson(), await addPerson()]
    const { id } = await addComment(mira, noor.id, `hello @${noor.nickname}`, { type: 'profile' })
    const edit = (bindings: typeof env, named: Person) =>
      sendRequestWith(bindings, '/comment', {
        as: mira,
        body: { commentId: id, action: 'edit', comment: `hello @${named.nickname}` },
      })
    await withEveryFault(
      fault,
      (bindings) => edit(bindings, ines),
      async () => {
        const row = await env.DB.prepare(
          `SELECT text, (SELECT group_concat(user_id) FROM comment_mentions WHERE comment_id = comments.id) AS named
           FROM comments WHERE id = ?`,
        )
          .bind(id)
          .first()
        const mentioned = row?.text === `hello @${ines.nickname}` ? ines : noor
        expect(row).toEqual({ text: `hello @${mentioned.nickname}`, named: String(mentioned.id) })
        await jsonOf(edit(env, noor))
      },
    )
  })

  describe('reporting a comment', () => {
    let mira: Person
    let ines: Person
    let id: number
    const addOther = async () => {
      id = (await addComment(ines, await addSketch(ines))).id
    }
    const report = (bindings: typeof env) =>
      sendRequestWith(bindings, '/api/v2/report/comment', { as: mira, body: { id } })
    const counted = () =>
      env.DB.prepare(
        `SELECT count(*) AS cases, coalesce(sum(reports_count), 0) AS counted,
          (SELECT count(*) FROM case_reports WHERE case_id IN (SELECT id FROM cases WHERE kind = 'comment' AND target = ?1))
            AS reports FROM cases WHERE kind = 'comment' AND target = ?1`,
      )
        .bind(String(id))
        .first<{ cases: number; counted: number; reports: number }>()
    beforeEach(async () => {
      ;[mira, ines] = [await addPerson(), await addPerson()]
      await addOther()
    })

    it('a case and its report are stored together or not at all', async () => {
      await withEveryFault(fault, report, async () => {
        const stored = await counted()
        expect(stored?.reports).toBe(stored?.counted)
        await addOther()
      })
    })

    it('a report that is retried after a failure is stored once', async () => {
      await withEveryFault(fault, report, async () => {
        await jsonOf(report(env))
        expect(await counted()).toEqual({ cases: 1, counted: 1, reports: 1 })
        await addOther()
      })
    })
  })

  it('fans and blocks change with their counts or not at all', async () => {
    const mira = await addPerson()
    let ines = await addPerson()
    for (const path of ['/api/fan', '/api/unfan', '/api/v2/user/block', '/api/v2/user/unblock']) {
      await withEveryFault(
        fault,
        (bindings) => sendRequestWith(bindings, path, { as: mira, body: { user: ines.id } }),
        async () => {
          await expectExactCounts()
          const both = await env.DB.prepare(
            `SELECT count(*) AS n FROM fans JOIN blocks ON blocks.user_id = fans.fan_id AND blocks.blocked_id = fans.user_id`,
          ).first()
          expect(both).toEqual({ n: 0 })
          await jsonOf(sendRequest(path, { as: mira, body: { user: ines.id } }))
          await expectExactCounts()
          ines = await addPerson()
        },
      )
    }
  })

  describe('deleting a sketch', () => {
    let mira: Person
    let fan: Person
    let id: number
    const addOther = async () => {
      const sketch = await addPicture(mira, { tags: ['sea'] })
      await (await sendRequest(`${sketch.imageUrl}/100`)).arrayBuffer()
      await addComment(fan, sketch.id)
      id = sketch.id
    }
    const remove = (bindings: typeof env) =>
      sendRequestWith(bindings, `/api/v2/sketch/${id}`, { as: mira, body: { action: 'delete' } })
    beforeEach(async () => {
      ;[mira, fan] = [await addPerson(), await addPerson()]
      await addOther()
    })

    it('a sketch is deleted with everything attached to it, or not at all', async () => {
      await withEveryFault(fault, remove, async (_reply, n) => {
        await expectWhole(`call ${n}`)
        await expectExactCounts()
        await addOther()
      })
    })

    it('the sweep deletes the files that a deletion left', async () => {
      await withEveryFault(fault, remove, addOther)
      await expectSwept()
    })
  })

  it('a dropped upload is gone, or still pending with its file', async () => {
    const mira = await addPerson()
    let upload = await addUpload(mira)
    await withEveryFault(
      fault,
      (bindings) => sendRequestWith(bindings, '/api/v2/upload/drop', { as: mira, body: { uploadId: upload.id } }),
      async (_reply, n) => {
        await expectWhole(`call ${n}`)
        upload = await addUpload(mira)
      },
    )
    await expectSwept()
  })
})
