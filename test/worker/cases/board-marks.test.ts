import { runInDurableObject } from 'cloudflare:test'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BoardMark } from '../../../contract/http/whiteboard.ts'
import type { DrawCommand } from '../../../contract/socket/draw-commands.ts'
import { line } from '../../support/unit/board.ts'
import { caseOf, decide, readCase } from '../../support/worker/cases.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { staffLogOf } from '../../support/worker/staff.ts'
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

  it('the report of a place where the artist drew nothing is refused', async () => {
    const tomo = await addPerson()
    for (const wrong of [{ y: 300 }, { flush: mark.flush + 1 }, { client: mark.client + 1 }, { shiftIndex: 7 }])
      expect(await errorOf(report(tomo, { ...mark, ...wrong }))).toEqual([404, 'not_found'])
  })

  it('a place outside of the board is refused', async () => {
    expect(await errorOf(report(await addPerson(), { ...mark, x: 701 }))).toEqual([400, 'bad_request'])
  })

  it('nobody reports a mark of their own', async () => {
    expect(await errorOf(report(mira, mark))).toEqual([403, 'forbidden'])
  })

  it('its artist can be warned, and it cannot be deleted by the case', async () => {
    const staff = await addPerson({ flags: 'm' })
    await jsonOf(report(await addPerson(), mark))
    const { id } = await caseOf('boardMark', keyOf(mark))
    const warning = { action: 'warn', rule: 'kindness', reason: 'Be kind.' }
    expect(await errorOf(decide(staff, id, { ...warning, action: 'delete' }))).toEqual([400, 'bad_request'])
    await jsonOf(decide(staff, id, warning))
    expect((await staffLogOf(mira)).at(-1)).toMatchObject({ action: 'warn' })
  })

  it('the evidence stays when staff roll the mark back', async () => {
    const staff = await addPerson({ flags: 'm' })
    await jsonOf(report(await addPerson(), mark))
    const { id, evidence } = await caseOf('boardMark', keyOf(mark))
    await requestJson('/api/v2/whiteboard/rollback', {
      as: staff,
      body: { userId: mira.id, minutes: null, area: null },
    })
    expect((await readCase(staff, id)).evidence).toEqual({ kind: 'boardMark', ...evidence })
  })
})
