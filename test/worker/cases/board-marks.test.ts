import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BoardMark } from '../../../contract/http/whiteboard.ts'
import type { DrawCommand } from '../../../contract/socket/draw-commands.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { repeatRoomActs } from '../../../worker/pages/cases/room-acts.ts'
import { line } from '../../support/unit/board.ts'
import { caseOf, decide, readCase, undoDecision } from '../../support/worker/cases.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { staffLogOf } from '../../support/worker/staff.ts'
import { envWithout } from '../../support/worker/unreachable.ts'
import { boardObject, enterBoard, resetBoard } from '../../support/worker/whiteboard.ts'

const report = (as: Person, mark: BoardMark, details = '') =>
  sendRequest('/api/v2/report', { as, body: { mark, details } })

let mira: Person
/** A place on a line that Mira has drawn. */
let mark: BoardMark
// A reset would give different marks the same numbers.
beforeAll(resetBoard)
beforeEach(async () => {
  mira = await addPerson()
  const board = await enterBoard(mira)
  await board.draw(line(10, 100, 600, 100) as DrawCommand)
  const { flush, client } = await runInDurableObject(boardObject(), (_board, { storage }) =>
    storage.sql
      .exec<{ flush: number; client: number }>(
        "SELECT max(number) AS flush, drawn ->> '$[0][0]' AS client FROM flushes WHERE drawn <> '[]'",
      )
      .one(),
  )
  mark = { flush, client, shiftIndex: 0, x: 300, y: 100 }
})
// Other tests need an empty board.
afterAll(resetBoard)

const keyOf = ({ flush, client }: BoardMark) => `${flush}:${client}`

describe('reports of marks on the whiteboard', () => {
  it('the evidence has the artist, the place, the time and the board around it', async () => {
    await jsonOf(report(await addPerson(), mark, 'Rude.'))
    const found = await caseOf('boardMark', keyOf(mark))
    expect(found).toMatchObject({
      userId: mira.id,
      evidence: { x: 300, y: 100, shiftIndex: 0, drawnAt: expect.any(Number) },
    })
    const picture = Uint8Array.from(atob(found.evidence.picture ?? ''), (character) => character.charCodeAt(0))
    expect([...picture.subarray(1, 4)]).toEqual([...'PNG'].map((letter) => letter.charCodeAt(0)))
    const shown = await readCase(await addPerson({ flags: 'm' }), found.id)
    expect(shown).toMatchObject({ kind: 'boardMark', author: { id: mira.id }, reports: [{ details: 'Rude.' }] })
  })

  it('a flood of reports counts once for each member', async () => {
    const [tomo, luc] = [await addPerson(), await addPerson()]
    for (const as of [tomo, luc, tomo, luc]) await jsonOf(report(as, { ...mark, x: 290 }))
    expect((await caseOf('boardMark', keyOf(mark))).reports).toBe(2)
  })

  it('a repeated report replaces the details of the first one, and the board makes no picture again', async () => {
    const tomo = await addPerson()
    await jsonOf(report(tomo, mark, 'Rude.'))
    const body = { mark, details: 'Very rude.' }
    await jsonOf(sendRequestWith(envWithout('WHITEBOARD', 'readMark'), '/api/v2/report', { as: tomo, body }))
    const { id } = await caseOf('boardMark', keyOf(mark))
    expect((await readCase(await addPerson({ flags: 'm' }), id)).reports).toMatchObject([{ details: 'Very rude.' }])
  })

  it('the report of a place where the artist drew nothing is refused', async () => {
    const tomo = await addPerson()
    for (const wrong of [{ y: 300 }, { flush: mark.flush + 1 }, { client: mark.client + 1 }, { shiftIndex: 7 }])
      expect(await errorOf(report(tomo, { ...mark, ...wrong }))).toEqual([404, 'not_found'])
  })

  it('a place outside of the board is refused', async () => {
    expect(await errorOf(report(await addPerson(), { ...mark, x: 701 }))).toEqual([400, 'bad_request'])
  })

  it('members cannot report their own marks', async () => {
    expect(await errorOf(report(mira, mark))).toEqual([403, 'forbidden'])
  })

  it('the artist of a reported mark can be warned, and the case cannot delete the mark', async () => {
    const staff = await addPerson({ flags: 'm' })
    await jsonOf(report(await addPerson(), mark))
    const { id } = await caseOf('boardMark', keyOf(mark))
    const warning = { action: 'warn', rule: 'kindness', reason: 'Be kind.' }
    expect(await errorOf(decide(staff, id, { ...warning, action: 'delete' }))).toEqual([400, 'bad_request'])
    await jsonOf(decide(staff, id, warning))
    expect((await staffLogOf(mira)).at(-1)).toMatchObject({ action: 'warn' })
  })

  describe('the decision to roll back', () => {
    let staff: Person
    let id: number
    const rollback = { action: 'roll_back', rule: 'kindness', reason: 'Draw something kinder.' }
    /** True while the reported mark is on the board. */
    const isDrawn = async () => (await boardObject().readMark(mark)) !== null
    beforeEach(async () => {
      staff = await addPerson({ flags: 'm' })
      await jsonOf(report(await addPerson(), mark))
      id = (await caseOf('boardMark', keyOf(mark))).id
    })

    it('the decision removes the mark and is on the staff log with its reason', async () => {
      await jsonOf(decide(staff, id, rollback))
      expect(await isDrawn()).toBe(false)
      const { reason, ...entry } = (await staffLogOf(mira)).at(-1) ?? {}
      expect(entry).toMatchObject({ staff_id: staff.id, action: 'marks_taken_back' })
      expect(reason).toContain('Draw something kinder.')
      expect((await readCase(staff, id)).decision).toMatchObject({ action: 'roll_back', canUndo: true })
    })

    it('marks of others and marks far from the place stay', async () => {
      const far = await enterBoard(mira)
      await far.draw(line(10, 400, 50, 400) as DrawCommand)
      await jsonOf(decide(staff, id, rollback))
      const marks = await jsonOf<{ marks: number }>(
        sendRequest('/api/v2/whiteboard/rollback', {
          as: staff,
          body: { userId: mira.id, minutes: null, area: null, reason: 'Spam.' },
        }),
      )
      expect(marks.marks).toBeGreaterThan(0)
    })

    it('the decision can be undone once, which restores the mark', async () => {
      await jsonOf(decide(staff, id, rollback))
      await jsonOf(undoDecision(staff, id))
      expect(await isDrawn()).toBe(true)
      expect((await staffLogOf(mira)).at(-1)).toMatchObject({ action: 'marks_given_back' })
      expect(await errorOf(undoDecision(staff, id))).toEqual([409, 'cannot_undo'])
    })

    it('the decision cannot be undone after another rollback', async () => {
      await jsonOf(decide(staff, id, rollback))
      const other = await addPerson()
      const board = await enterBoard(other)
      await board.draw(line(10, 300, 600, 300) as DrawCommand)
      const body = { userId: other.id, minutes: null, area: null, reason: 'Spam.' }
      await jsonOf(sendRequest('/api/v2/whiteboard/rollback', { as: staff, body }))
      expect(await errorOf(undoDecision(staff, id))).toEqual([409, 'changed_meanwhile'])
    })

    it('the decision is refused when the mark is gone, and the artist can still be warned', async () => {
      await jsonOf(
        sendRequest('/api/v2/whiteboard/rollback', {
          as: staff,
          body: { userId: mira.id, minutes: null, area: null, reason: 'Spam.' },
        }),
      )
      expect(await errorOf(decide(staff, id, rollback))).toEqual([409, 'already_gone'])
      await jsonOf(decide(staff, id, { ...rollback, action: 'warn' }))
    })

    it('two simultaneous decisions roll back once', async () => {
      const replies = await Promise.all([
        decide(staff, id, rollback),
        decide(await addPerson({ flags: 'a' }), id, rollback),
      ])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
      expect((await staffLogOf(mira)).filter(({ action }) => action === 'marks_taken_back')).toHaveLength(1)
    })

    it('the rollback is repeated if the board cannot be reached, and happens once if its answer is lost', async () => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined)
      const unreachable = envWithout('WHITEBOARD', 'rollbackAround')
      const body = { id, ...rollback }
      await jsonOf(sendRequestWith(unreachable, '/api/v2/gloperate/case/decide', { as: staff, body }))
      vi.restoreAllMocks()
      expect(await isDrawn()).toBe(true)
      await boardObject().rollbackAround(mark, id)
      await repeatRoomActs(openDb(env.DB), env)
      expect(await isDrawn()).toBe(false)
      await jsonOf(undoDecision(staff, id))
      expect(await isDrawn()).toBe(true)
    })
  })

  it('the evidence stays when staff roll the mark back', async () => {
    const staff = await addPerson({ flags: 'm' })
    await jsonOf(report(await addPerson(), mark))
    const { id, evidence } = await caseOf('boardMark', keyOf(mark))
    await requestJson('/api/v2/whiteboard/rollback', {
      as: staff,
      body: { userId: mira.id, minutes: null, area: null, reason: 'Spam.' },
    })
    expect((await readCase(staff, id)).evidence).toEqual({ kind: 'boardMark', ...evidence })
  })
})
