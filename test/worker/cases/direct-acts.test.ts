import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CaseAction } from '../../../contract/cases.ts'
import type { CaseList } from '../../../contract/http/cases.ts'
import { RULES } from '../../../contract/rules.ts'
import { readCaseNumbers } from '../../../worker/features/cases/numbers.ts'
import { openDb } from '../../../worker/lib/database.ts'
import {
  appeal,
  caseOf,
  decide,
  decideAppeal,
  decisionOf,
  listAppeals,
  noticesOf,
  readCase,
} from '../../support/worker/cases.ts'
import { addChallenge, enterChallenge } from '../../support/worker/challenges.ts'
import { addComment } from '../../support/worker/comments.ts'
import { addCompo, addEntry } from '../../support/worker/compos.ts'
import { withEveryFault } from '../../support/worker/faults.ts'
import { addPost, addTopic } from '../../support/worker/forum.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { staffLogOf } from '../../support/worker/staff.ts'
import { addAnnounced, addReplay, addStream } from '../../support/worker/stream-calls.ts'
import { countTrips } from '../../support/worker/trips.ts'

const WHY = { rule: 'kindness', reason: 'Talk about the work.' } as const
const WORDS = `${RULES.kindness}\n${WHY.reason}`

type Call = { path: string; body: object }
type DirectAct = {
  kind: 'sketch' | 'comment' | 'post' | 'stream'
  action: CaseAction
  /** The act on the staff log, if it has another name there. */
  logged?: string
  /** Makes a thing of a member, and returns its number. */
  make: (author: Person) => Promise<number>
  call: (id: number) => Call
  report: (id: number) => Call
  /** True for acts that the edit page has for one's own things. */
  refusesOwn?: boolean
}

const reportSketch = (id: number) => ({ path: `/sketch/${id}/report`, body: { details: 'Rude.', inappropriate: true } })
const makeComment = async (author: Person) => (await addComment(author, await addSketch(await addPerson()))).id
const reportComment = (id: number) => ({ path: '/api/v2/report/comment', body: { id } })

const reportStream = (stream: number) => ({ path: '/api/v2/report', body: { stream, details: 'Rude.' } })

const ACTS: Record<string, DirectAct> = {
  'a sketch that is deleted on its page': {
    ...{ kind: 'sketch', action: 'delete', make: addSketch, report: reportSketch },
    call: (id) => ({ path: `/api/v2/sketch/${id}`, body: { action: 'delete' } }),
  },
  'a sketch that is hidden on its page': {
    ...{ kind: 'sketch', action: 'violation', make: addSketch, report: reportSketch },
    call: (sketchId) => ({ path: '/gloperate/violation', body: { sketchId, violation: 'inappropriate' } }),
  },
  'a sketch that is marked as mature on its page': {
    ...{ kind: 'sketch', action: 'mature', logged: 'edit', make: addSketch, report: reportSketch, refusesOwn: true },
    call: (sketchId) => ({ path: '/gloperate/mark', body: { sketchId, mark: 'mature', on: true } }),
  },
  'a sketch that is marked as made with AI on its page': {
    ...{ kind: 'sketch', action: 'ai', logged: 'edit', make: addSketch, report: reportSketch, refusesOwn: true },
    call: (sketchId) => ({ path: '/gloperate/mark', body: { sketchId, mark: 'madeWithAi', on: true } }),
  },
  'a comment that is deleted on its page': {
    ...{ kind: 'comment', action: 'delete', make: makeComment, report: reportComment },
    call: (commentId) => ({ path: '/comment', body: { action: 'delete', commentId } }),
  },
  'a comment that is deleted in the list of reports': {
    ...{ kind: 'comment', action: 'delete', make: makeComment, report: reportComment },
    call: (id) => ({ path: '/api/v2/gloperate/deleteComment', body: { id } }),
  },
  'a post of the forum that is deleted in its topic': {
    ...{ kind: 'post', action: 'delete' },
    make: async (author) => (await addPost(author, await addTopic(await addPerson()))).id,
    call: (id) => ({ path: '/api/v2/forum/post/delete', body: { id } }),
    report: (id) => ({ path: '/api/v2/forum/post/report', body: { id } }),
  },
  'a sketch that is removed from its challenge on its page': {
    ...{ kind: 'sketch', action: 'leave_challenge', logged: 'challenge_entry_remove', report: reportSketch },
    make: async (author) => {
      const sketch = await addSketch(author)
      await jsonOf(enterChallenge(author, await addChallenge(await addPerson()), sketch))
      return sketch
    },
    call: (sketch) => ({ path: '/api/v2/challenge/removeSketch', body: { sketch } }),
  },
  'a sketch that is removed from its compo on its page': {
    ...{ kind: 'sketch', action: 'leave_compo', logged: 'compo_entry_remove', report: reportSketch },
    make: async (author) => addEntry(await addCompo(), author),
    call: (which) => ({ path: '/api/compoRemoveSketch', body: { which } }),
  },
  'a live stream that is ended on its page': {
    ...{ kind: 'stream', action: 'end_stream', logged: 'stream_end', make: addStream, report: reportStream },
    call: (id) => ({ path: '/api/v2/stream/end', body: { id } }),
  },
  'an announced stream that is cancelled on its page': {
    ...{
      kind: 'stream',
      action: 'cancel_stream',
      logged: 'stream_unannounce',
      make: addAnnounced,
      report: reportStream,
    },
    call: (id) => ({ path: '/api/v2/stream/unannounce', body: { id } }),
  },
  'a replay that is hidden on its page': {
    ...{ kind: 'stream', action: 'hide_replay', logged: 'replay_hide', make: addReplay, report: reportStream },
    call: (id) => ({ path: '/api/v2/stream/hideReplay', body: { id, hidden: true } }),
  },
}

let staff: Person
let author: Person
beforeEach(async () => {
  staff = await addPerson({ flags: 'm' })
  author = await addPerson()
})

describe.each(Object.entries(ACTS))('%s', (_, act) => {
  const { kind, action, logged = action, make, call, report, refusesOwn = false } = act
  const send = (as: Person, id: number, why: object = WHY, bindings = env) => {
    const { path, body } = call(id)
    return sendRequestWith(bindings, path, { as, body: { ...body, ...why } })
  }
  const reportAs = (as: Person, id: number) => {
    const { path, body } = report(id)
    return jsonOf(sendRequest(path, { as, body }))
  }
  const caseCount = (id: number) =>
    env.DB.prepare('SELECT count(*) AS n FROM cases WHERE kind = ? AND target = ?').bind(kind, String(id)).first('n')

  it('the author is notified of the act, the rule and the reason, and can appeal', async () => {
    const id = await make(author)
    await jsonOf(send(staff, id))
    const { id: caseId } = await caseOf(kind, id)
    expect((await noticesOf(author)).map((notice) => notice.staff)).toMatchObject([
      { of: 'case', id: caseId, kind, action, reason: WORDS, undone: false },
    ])
    expect(await decisionOf(author, caseId)).toMatchObject({ isAuthor: true, action, reason: WORDS, mayAppeal: true })
    await jsonOf(appeal(author, { case: caseId }))
    const open = (await listAppeals(staff)).items.find(({ caseId: of }) => of === caseId)
    expect(await errorOf(decideAppeal(staff, open?.id ?? 0))).toEqual([403, 'own_decision'])
    await jsonOf(decideAppeal(await addPerson({ flags: 'm' }), open?.id ?? 0))
    expect(await decisionOf(author, caseId)).toMatchObject({ appeal: { outcome: 'overturned', answer: 'True.' } })
  })

  it('the staff log has the rule and the reason, and the author does not learn which staff acted', async () => {
    const id = await make(author)
    await jsonOf(send(staff, id))
    expect((await staffLogOf(author)).at(-1)).toMatchObject({ staff_id: staff.id, action: logged, reason: WORDS })
    expect(JSON.stringify([await noticesOf(author)])).not.toContain(staff.nickname)
  })

  it('the act decides the open case, and each reporter is notified', async () => {
    const id = await make(author)
    const reporters = [await addPerson(), await addPerson()]
    for (const reporter of reporters) await reportAs(reporter, id)
    const { id: caseId } = await caseOf(kind, id)
    await jsonOf(send(staff, id))
    expect(await caseCount(id)).toBe(1)
    for (const reporter of reporters)
      expect((await noticesOf(reporter)).map((notice) => notice.staff)).toMatchObject([{ id: caseId, acted: true }])
    expect((await readCase(staff, caseId)).decision).toMatchObject({ staffId: staff.id, action, note: '', ...WHY })
    expect(await errorOf(decide(await addPerson({ flags: 'm' }), caseId))).toEqual([409, 'decided_already'])
  })

  it('without a report the act makes a decided case with evidence', async () => {
    const id = await make(author)
    await jsonOf(send(staff, id))
    const { id: caseId } = await caseOf(kind, id)
    const { items } = await requestJson<CaseList>(`/api/v2/gloperate/cases?filter=decided&kind=${kind}`, { as: staff })
    expect(items.find((item) => item.id === caseId)).toMatchObject({ reportsCount: 0, author: { id: author.id } })
    const found = await readCase(staff, caseId)
    expect(found).toMatchObject({ reports: [], reportsCount: 0, evidence: { kind } })
    const open = await requestJson<CaseList>('/api/v2/gloperate/cases', { as: staff })
    expect(open.items.map((item) => item.id)).not.toContain(caseId)
  })

  it('an act needs a rule or a reason', async () => {
    const id = await make(author)
    for (const why of [{}, { reason: ' ' }, { rule: null }, { rule: 'none' }])
      expect(await errorOf(send(staff, id, why))).toEqual([400, 'bad_request'])
    expect(await caseCount(id)).toBe(0)
    await jsonOf(send(staff, id, { rule: 'kindness' }))
    expect((await noticesOf(author))[0]?.staff).toMatchObject({ reason: RULES.kindness })
  })

  it('only the member of staff who has claimed the case can act', async () => {
    const id = await make(author)
    await reportAs(await addPerson(), id)
    const { id: caseId } = await caseOf(kind, id)
    await jsonOf(sendRequest('/api/v2/gloperate/case/claim', { as: staff, body: { id: caseId } }))
    const other = await addPerson({ flags: 'm' })
    expect(await errorOf(send(other, id))).toEqual([409, 'claimed'])
    expect(await noticesOf(author)).toEqual([])
    await jsonOf(send(staff, id))
    expect(await noticesOf(author)).toHaveLength(1)
  })

  it('only one of two simultaneous acts takes effect, and the author is notified once', async () => {
    const id = await make(author)
    const other = await addPerson({ flags: 'm' })
    const replies = await Promise.all([send(staff, id), send(other, id)])
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(await caseCount(id)).toBe(1)
    expect(await noticesOf(author)).toHaveLength(1)
    expect(await staffLogOf(author)).toHaveLength(1)
  })

  it('the case is decided without notices if the account of the author is deleted', async () => {
    const id = await make(author)
    await env.DB.prepare('UPDATE users SET deleted_at = 1 WHERE id = ?').bind(author.id).run()
    await jsonOf(send(staff, id))
    const { id: caseId } = await caseOf(kind, id)
    expect((await readCase(staff, caseId)).decision).toMatchObject({ action })
    const told = await env.DB.prepare('SELECT count(*) AS n FROM notifications WHERE case_id = ?')
      .bind(caseId)
      .first('n')
    expect(told).toBe(0)
  })

  it('acts of staff on their own things make no case', async () => {
    const id = await make(staff)
    expect((await send(staff, id)).status).toBe(refusesOwn ? 403 : 200)
    expect(await caseCount(id)).toBe(0)
  })

  // The end of a stream also waits for its object, and meanwhile reads the members to notify.
  if (action !== 'end_stream')
    it('an act takes three trips to the database, one of them for the session', async () => {
      const id = await make(author)
      const { path, body } = call(id)
      const { reply, trips } = await countTrips(path, { as: staff, body: { ...body, ...WHY } })
      expect([reply.status, trips <= 3]).toEqual([200, true])
    })

  for (const fault of ['refused', 'lost'] as const)
    it(`act and decision happen together or not at all when a call is ${fault}`, async () => {
      let id = await make(await addPerson())
      await withEveryFault(
        fault,
        (bindings) => send(staff, id, WHY, bindings),
        async () => {
          const acts = env.DB.prepare('SELECT count(*) AS n FROM audit_log WHERE target_type = ? AND target_id = ?')
          expect(await caseCount(id)).toBe(await acts.bind(kind, id).first('n'))
          id = await make(await addPerson())
        },
      )
    })
})

describe('a violation that staff set on the page of a sketch', () => {
  const mark = (as: Person, sketchId: number, violation: string | null, why: object = WHY) =>
    sendRequest('/gloperate/violation', { as, body: { sketchId, violation, ...why } })

  it('staff undo the violation on the page of its case', async () => {
    const sketch = await addSketch(author)
    await jsonOf(mark(staff, sketch, 'copyright'))
    const { id } = await caseOf('sketch', sketch)
    expect((await readCase(staff, id)).decision).toMatchObject({ canUndo: true })
    await jsonOf(sendRequest('/api/v2/gloperate/case/undo', { as: staff, body: { id, reason: 'A mistake.' } }))
    const row = await env.DB.prepare('SELECT violation FROM sketches WHERE id = ?').bind(sketch).first('violation')
    expect(row).toBeNull()
    expect(await noticesOf(author)).toMatchObject([{ staff: { undone: true } }])
  })

  it('setting the same violation again, and clearing it, notify nobody', async () => {
    const sketch = await addSketch(author)
    for (const violation of ['copyright', 'copyright', null]) await jsonOf(mark(staff, sketch, violation))
    expect(await noticesOf(author)).toHaveLength(1)
  })
})

describe('the numbers of moderation', () => {
  it('an act on a thing without reports counts as a decision, but not in the median', async () => {
    await env.DB.exec('DELETE FROM case_months; DELETE FROM case_delays')
    const body = { action: 'delete', ...WHY }
    await jsonOf(sendRequest(`/api/v2/sketch/${await addSketch(author)}`, { as: staff, body }))
    expect((await readCaseNumbers(openDb(env.DB))).months).toMatchObject([
      { reports: 0, decisions: 1, acted: 1, medianHours: null },
    ])
  })
})
