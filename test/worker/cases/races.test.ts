import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { addBan, banNoticeOf } from '../../support/worker/bans.ts'
import {
  addProfileCase,
  addSketchCase,
  appeal,
  caseOf,
  decide,
  listAppeals,
  readCase,
} from '../../support/worker/cases.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { staffLogOf } from '../../support/worker/staff.ts'
import { startStream } from '../../support/worker/stream-calls.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'

/** An environment in which `meanwhile` happens once, between the reads of a request and its batch. */
function interrupted(meanwhile: () => Promise<unknown>): Cloudflare.Env {
  let happened = false
  const db = watchedDb(env.DB, async (run, statement) => {
    if (statement === null && !happened) {
      happened = true
      await meanwhile()
    }
    return run()
  })
  return { ...env, DB: db }
}

const UNDO = '/api/v2/gloperate/case/undo'
const undo = (as: Person, id: number) => sendRequest(UNDO, { as, body: { id, reason: 'A mistake.' } })

const stateOf = (id: number) =>
  env.DB.prepare('SELECT violation FROM sketches WHERE id = ?').bind(id).first<string>('violation')

let staff: Person
let other: Person
let ines: Person
let sketch: number
beforeEach(async () => {
  staff = await addPerson({ flags: 'm' })
  other = await addPerson({ flags: 'm' })
  ines = await addPerson()
  sketch = await addSketch(ines)
})

describe('an undo of a decision', () => {
  it('only one of two simultaneous undos takes effect', async () => {
    const id = await addSketchCase(sketch)
    await jsonOf(decide(staff, id, { action: 'violation', violation: 'notsketch', rule: 'sketches' }))
    const entries = (await staffLogOf(ines)).length
    const bindings = interrupted(() => jsonOf(undo(other, id)))
    const late = sendRequestWith(bindings, UNDO, { as: staff, body: { id, reason: 'A mistake.' } })
    expect(await errorOf(late)).toEqual([409, 'cannot_undo'])
    expect((await staffLogOf(ines)).length).toBe(entries + 1)
  })
})

describe('a decision on a case', () => {
  const DECIDE = '/api/v2/gloperate/case/decide'
  const decidedBy = (as: Person, body: object, meanwhile: () => Promise<unknown>) =>
    errorOf(sendRequestWith(interrupted(meanwhile), DECIDE, { as, body }))

  it('a simultaneous claim of other staff prevents the decision', async () => {
    const id = await addSketchCase(sketch)
    const claim = () =>
      jsonOf(sendRequest('/api/v2/gloperate/case/claim', { as: other, body: { id, takeOver: false } }))
    const body = { id, action: 'violation', violation: 'notsketch', rule: 'sketches' }
    expect(await decidedBy(staff, body, claim)).toEqual([409, 'claimed'])
    expect(await staffLogOf(ines)).toEqual([])
    expect((await readCase(staff, id)).decision).toBeNull()
  })

  it.each([
    ['end_stream', "state = 'ended'"],
    ['hide_replay', "replay = 'none'"],
  ])('%s closes no case if the stream changes at the same moment', async (action, change) => {
    const stream = await startStream(ines)
    if (action === 'hide_replay') await env.DB.exec(`UPDATE streams SET replay = 'kept' WHERE id = ${stream}`)
    await jsonOf(sendRequest('/api/v2/report', { as: await addPerson(), body: { stream, seconds: 65 } }))
    const { id } = await caseOf('stream', stream)
    const meanwhile = () => env.DB.exec(`UPDATE streams SET ${change} WHERE id = ${stream}`)
    expect(await decidedBy(staff, { id, action, rule: 'privacy' }, meanwhile)).toEqual([409, 'already_gone'])
    expect(await staffLogOf(ines)).toEqual([])
    expect((await readCase(staff, id)).decision).toBeNull()
  })

  it('the second of two equal decisions says that the case is already decided', async () => {
    const stream = await startStream(ines)
    await jsonOf(sendRequest('/api/v2/report', { as: await addPerson(), body: { stream, seconds: 65 } }))
    const { id } = await caseOf('stream', stream)
    const body = { id, action: 'end_stream', rule: 'privacy' }
    expect(await decidedBy(staff, body, () => jsonOf(decide(other, id, body)))).toEqual([409, 'decided_already'])
  })
})

describe('staff who lose their role, or are suspended, at the same moment', () => {
  const losses = [
    ['lose their role', () => env.DB.prepare("UPDATE users SET flags = '' WHERE id = ?").bind(staff.id).run()],
    ['are suspended', () => addBan(staff, 24)],
  ] as const

  it.each(losses)('staff who %s ban nobody', async (_, loss) => {
    const body = { uid: ines.id, duration: 720, reason: 'Sold followers.' }
    const late = sendRequestWith(interrupted(loss), '/api/v2/gloperate/ban', { as: staff, body })
    expect(await errorOf(late)).toEqual([403, 'forbidden'])
    expect(await banNoticeOf(ines)).toBeNull()
    expect(await staffLogOf(ines)).toEqual([])
  })

  it.each(losses)('staff who %s decide no case', async (_, loss) => {
    const id = await addSketchCase(sketch)
    const body = { id, action: 'violation', violation: 'notsketch', rule: 'sketches' }
    const late = sendRequestWith(interrupted(loss), '/api/v2/gloperate/case/decide', { as: staff, body })
    expect(await errorOf(late)).toEqual([403, 'forbidden'])
    expect((await readCase(other, id)).decision).toBeNull()
  })

  it.each(losses)('staff who %s act on no thing on its page', async (_, loss) => {
    const body = { sketchId: sketch, violation: 'copyright', rule: 'credit', reason: 'Traced.' }
    const late = sendRequestWith(interrupted(loss), '/gloperate/violation', { as: staff, body })
    expect(await errorOf(late)).toEqual([403, 'forbidden'])
    expect(await staffLogOf(ines)).toEqual([])
  })
})

describe('taking back a violation on the page', () => {
  it('a sketch that other staff delete simultaneously stays deleted and can be restored', async () => {
    const body = { sketchId: sketch, violation: 'copyright', rule: 'credit', reason: 'Traced.' }
    await jsonOf(sendRequest('/gloperate/violation', { as: staff, body }))
    const remove = () =>
      sendRequest(`/api/v2/sketch/${sketch}`, {
        as: other,
        body: { action: 'delete', rule: 'credit', reason: 'Traced.' },
      })
    const bindings = interrupted(() => jsonOf(remove()))
    await sendRequestWith(bindings, '/gloperate/violation', { as: staff, body: { ...body, violation: null } })
    expect(await stateOf(sketch)).toBe('removed')
    expect((await staffLogOf(ines)).map(({ action }) => action).sort()).toEqual(['delete', 'violation'])
    const decided = env.DB.prepare("SELECT max(id) AS id FROM cases WHERE kind = 'sketch' AND target = ?")
    await jsonOf(undo(staff, (await decided.bind(String(sketch)).first<number>('id')) ?? 0))
    expect(await stateOf(sketch)).toBe('copyright')
  })
})

describe('a ban that other staff replace simultaneously', () => {
  const replace = () =>
    jsonOf(
      sendRequest('/api/v2/gloperate/ban', {
        as: other,
        body: { uid: ines.id, duration: 720, reason: 'Sold followers.' },
      }),
    )

  it('an overturned appeal does not lift the new ban', async () => {
    await addBan(ines, 24)
    await jsonOf(appeal(ines))
    const [item] = (await listAppeals(staff)).items.filter(({ member }) => member.id === ines.id)
    const body = { id: item?.id, outcome: 'overturned', reason: 'True.' }
    await jsonOf(sendRequestWith(interrupted(replace), '/api/v2/gloperate/appeal/decide', { as: staff, body }))
    expect((await banNoticeOf(ines))?.duration).toBe(720)
    expect((await staffLogOf(ines)).map(({ action }) => action)).not.toContain('lift_ban')
  })

  it('an undo of the decision on a case does not lift the new ban', async () => {
    const id = await addProfileCase(ines)
    await jsonOf(decide(staff, id, { action: 'ban', duration: 24, rule: 'kindness', reason: 'Be kind.' }))
    const body = { id, reason: 'A mistake.' }
    const late = sendRequestWith(interrupted(replace), UNDO, { as: staff, body })
    expect(await errorOf(late)).toEqual([409, 'changed_meanwhile'])
    expect((await banNoticeOf(ines))?.duration).toBe(720)
  })
})
