import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { appeal, caseOf, decisionOf, noticesOf, readCase } from '../../support/worker/cases.ts'
import { withEveryFault } from '../../support/worker/faults.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { addReplay } from '../../support/worker/stream-calls.ts'

const WHY = { rule: 'kindness', reason: 'Talk about the work.' } as const
const BACK = { reason: 'It was a mistake.' }

type Act = {
  kind: 'sketch' | 'stream'
  make: (author: Person) => Promise<number>
  path: string
  body: (id: number) => object
  back: (id: number) => object
  /** Selects 1 while the act is in force. */
  inForce: string
}
const ACTS: Record<string, Act> = {
  'a sketch that is shown again': {
    ...{ kind: 'sketch', make: addSketch, path: '/gloperate/violation' },
    body: (sketchId) => ({ sketchId, violation: 'inappropriate' }),
    back: (sketchId) => ({ sketchId, violation: null }),
    inForce: 'violation IS NOT NULL FROM sketches',
  },
  'a replay that is shown again': {
    ...{ kind: 'stream', make: addReplay, path: '/api/v2/stream/hideReplay' },
    body: (id) => ({ id, hidden: true }),
    back: (id) => ({ id, hidden: false }),
    inForce: "replay = 'hidden' FROM streams",
  },
  'a sketch that is no longer marked as mature': {
    ...{ kind: 'sketch', make: addSketch, path: '/gloperate/mark' },
    body: (sketchId) => ({ sketchId, mark: 'mature', on: true }),
    back: (sketchId) => ({ sketchId, mark: 'mature', on: false }),
    inForce: 'mature FROM sketches',
  },
  'a sketch that is no longer marked as made with AI': {
    ...{ kind: 'sketch', make: addSketch, path: '/gloperate/mark' },
    body: (sketchId) => ({ sketchId, mark: 'madeWithAi', on: true }),
    back: (sketchId) => ({ sketchId, mark: 'madeWithAi', on: false }),
    inForce: 'made_with_ai FROM sketches',
  },
}

let staff: Person
let author: Person
beforeEach(async () => {
  staff = await addPerson({ flags: 'm' })
  author = await addPerson()
})

describe.each(Object.entries(ACTS))('%s on its page', (_, { kind, make, path, body, back, inForce }) => {
  const act = (id: number) => jsonOf(sendRequest(path, { as: staff, body: { ...body(id), ...WHY } }))
  const reverse = (id: number, bindings = env) =>
    sendRequestWith(bindings, path, { as: staff, body: { ...back(id), ...BACK } })

  it('reversing an act undoes its decision, and the author reads that it was withdrawn', async () => {
    const id = await make(author)
    await act(id)
    const { id: caseId } = await caseOf(kind, id)
    await jsonOf(reverse(id))
    expect(await noticesOf(author)).toMatchObject([{ read: false, staff: { id: caseId, undone: true } }])
    expect(await decisionOf(author, caseId)).toMatchObject({ undone: true, mayAppeal: false })
    expect((await readCase(staff, caseId)).decision).toMatchObject({
      canUndo: false,
      undone: { nickname: staff.nickname },
    })
  })

  it('reversing an act grants an open appeal, with the reason as the answer', async () => {
    const id = await make(author)
    await act(id)
    const { id: caseId } = await caseOf(kind, id)
    await jsonOf(appeal(author, { case: caseId }))
    await jsonOf(reverse(id))
    const answered = { outcome: 'overturned', answer: BACK.reason }
    expect((await decisionOf(author, caseId)).appeal).toMatchObject(answered)
    expect((await noticesOf(author)).map((notice) => notice.staff?.outcome)).toContain('overturned')
  })

  it('an earlier decision that was undone keeps who undid it', async () => {
    const id = await make(author)
    await act(id)
    const first = await caseOf(kind, id)
    await jsonOf(reverse(id))
    staff = await addPerson({ flags: 'm' })
    await act(id)
    await jsonOf(reverse(id))
    expect((await readCase(staff, first.id)).decision?.undone?.nickname).not.toBe(staff.nickname)
    expect((await readCase(staff, (await caseOf(kind, id)).id)).decision?.undone?.nickname).toBe(staff.nickname)
  })

  for (const fault of ['refused', 'lost'] as const)
    it(`the act is taken back and its decision undone together or not at all when a call is ${fault}`, async () => {
      let id = await make(author)
      await act(id)
      await withEveryFault(
        fault,
        (bindings) => reverse(id, bindings),
        async () => {
          const isHidden = await env.DB.prepare(`SELECT ${inForce} WHERE id = ?`).bind(id).raw()
          const { decision } = await readCase(staff, (await caseOf(kind, id)).id)
          expect(isHidden).toEqual([[decision?.undone ? 0 : 1]])
          id = await make(author)
          await act(id)
        },
      )
    })
})

describe('the decision on a sketch', () => {
  it('only the artist sees the decision on the page of the sketch, until it is undone', async () => {
    const sketch = await addSketch(author)
    await jsonOf(
      sendRequest('/gloperate/violation', { as: staff, body: { sketchId: sketch, violation: 'copyright', ...WHY } }),
    )
    const { id } = await caseOf('sketch', sketch)
    const pageFor = (as: Person) => requestJson<{ decisionCase: number | null }>(`/api/v2/sketch/${sketch}`, { as })
    expect([(await pageFor(author)).decisionCase, (await pageFor(staff)).decisionCase]).toEqual([id, null])
    expect(await decisionOf(author, id)).toMatchObject({ title: 'Low tide', address: `/sketch/${sketch}` })
    expect((await noticesOf(author))[0]?.staff).toMatchObject({ title: 'Low tide' })
    await jsonOf(
      sendRequest('/gloperate/violation', { as: staff, body: { sketchId: sketch, violation: null, ...BACK } }),
    )
    expect((await pageFor(author)).decisionCase).toBeNull()
  })

  it('the decision on a deleted sketch has its title and no link', async () => {
    const sketch = await addSketch(author)
    await jsonOf(sendRequest(`/api/v2/sketch/${sketch}`, { as: staff, body: { action: 'delete', ...WHY } }))
    const { id } = await caseOf('sketch', sketch)
    expect(await decisionOf(author, id)).toMatchObject({ title: 'Low tide', address: null })
  })
})

describe('a sketch that staff marked as made with AI', () => {
  type Row = { made_with_ai: number }
  const rowOf = (id: number) => env.DB.prepare('SELECT made_with_ai FROM sketches WHERE id = ?').bind(id).first<Row>()
  const report = async (id: number) => {
    const body = { details: '', undeclaredAi: true }
    await jsonOf(sendRequest(`/sketch/${id}/report`, { as: await addPerson(), body }))
    return (await caseOf('sketch', id)).id
  }
  const mark = async (id: number) => {
    const caseId = await report(id)
    const decision = { id: caseId, action: 'ai', rule: 'ai', reason: 'It looks generated.' }
    await jsonOf(sendRequest('/api/v2/gloperate/case/decide', { as: staff, body: decision }))
    return caseId
  }
  const edit = (as: Person, id: number, body: object) => sendRequest(`/sketch/${id}/edit`, { as, body })
  const undo = (id: number) => jsonOf(sendRequest('/api/v2/gloperate/case/undo', { as: staff, body: { id, ...BACK } }))

  it('the page says that staff marked the sketch, the artist is notified and can appeal, and the undo restores it', async () => {
    const sketch = await addSketch(author)
    const caseId = await mark(sketch)
    const page = await requestJson<object>(`/api/v2/sketch/${sketch}`)
    expect(page).toMatchObject({ madeWithAi: true, aiByStaff: true, decisionCase: null })
    expect((await noticesOf(author))[0]?.staff).toMatchObject({ action: 'ai', title: 'Low tide' })
    expect(await decisionOf(author, caseId)).toMatchObject({ mayAppeal: true })
    expect((await readCase(staff, caseId)).actions).not.toContain('ai')
    await undo(caseId)
    expect(await rowOf(sketch)).toEqual({ made_with_ai: 0 })
    expect(await noticesOf(author)).toMatchObject([{ staff: { undone: true } }])
  })

  it('the artist cannot remove the mark before the decision is undone, but can edit everything else', async () => {
    const sketch = await addSketch(author)
    const caseId = await mark(sketch)
    expect(await errorOf(edit(author, sketch, { madeWithAi: false }))).toEqual([403, 'decided_by_staff'])
    expect(await rowOf(sketch)).toEqual({ made_with_ai: 1 })
    await jsonOf(edit(author, sketch, { title: 'High tide', madeWithAi: true }))
    await undo(caseId)
    for (const madeWithAi of [true, false]) await jsonOf(edit(author, sketch, { madeWithAi }))
  })

  it('artists can remove their own marks', async () => {
    const sketch = await addSketch(author)
    for (const madeWithAi of [true, false]) await jsonOf(edit(author, sketch, { madeWithAi }))
    expect(await rowOf(sketch)).toEqual({ made_with_ai: 0 })
  })
})
