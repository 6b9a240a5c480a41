import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeAwards } from '../../../worker/features/awards/closing.ts'
import { openDb } from '../../../worker/lib/database.ts'
import {
  addAwards,
  addCategory,
  addNominee,
  awardsBodyOf,
  closeYear,
  moveAwards,
  nominateSketch,
  readAwards,
  readCategory,
  sendVote,
} from '../../support/worker/awards.ts'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { addPerson, addVoter } from '../../support/worker/people.ts'
import { jsonOf, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const faults: Fault[] = ['refused', 'lost']

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

const countRows = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(`SELECT count(*) AS n FROM ${sql}`)
    .bind(...values)
    .first<number>('n')
const logged = (action: string, year: number) =>
  countRows("audit_log WHERE action = ? AND target_type = 'awards' AND target_id = ?", action, year)

let lastYear = 2300

describe.each(faults)('writes of awards with one database call %s', (fault) => {
  it('a sketch is nominated once, or can be nominated again', async () => {
    const mira = await addVoter()
    const year = await addAwards('nominating')
    let [categoryId, sketchId] = [await addCategory(year), await addSketch(await addPerson())]
    await withEveryFault(
      fault,
      (bindings) =>
        sendRequestWith(bindings, '/awards', { as: mira, body: { categoryId, action: 'nominateSketch', sketchId } }),
      async () => {
        await jsonOf(nominateSketch(mira, categoryId, sketchId))
        expect((await readCategory(year, mira)).sketches).toHaveLength(1)
        ;[categoryId, sketchId] = [await addCategory(year), await addSketch(await addPerson())]
      },
    )
  })

  it('a vote is recorded once, or can be cast again', async () => {
    const year = await addAwards('voting')
    const categoryId = await addCategory(year)
    const nominee = await addNominee(categoryId)
    let voter = await addVoter()
    await withEveryFault(
      fault,
      (bindings) =>
        sendRequestWith(bindings, '/api/v2/awards/vote', { as: voter, body: { cat: categoryId, obj: nominee.id } }),
      async () => {
        await jsonOf(sendVote(voter, categoryId, nominee.id))
        expect((await readCategory(year, voter)).vote).toBe(nominee.id)
        voter = await addVoter()
      },
    )
  })

  it('a year is opened with its categories and its entry in the log, or not at all', async () => {
    const staff = await addPerson({ flags: 'm' })
    const categories = [
      { title: 'Best in ink', kind: 'sketch' as const },
      { title: 'Artist of the year', kind: 'artist' as const },
    ]
    let year = ++lastYear
    const open = (bindings: Cloudflare.Env) => {
      const body = awardsBodyOf(year, 'nominating', { categories })
      return sendRequestWith(bindings, '/api/v2/awards/edit', { as: staff, body })
    }
    const opened = async () => [
      await countRows('award_years WHERE year = ?', year),
      await countRows('award_categories WHERE award_year = ?', year),
      await logged('awards_open', year),
    ]
    await withEveryFault(fault, open, async () => {
      const counts = await opened()
      expect(counts).toEqual(counts[0] ? [1, 2, 1] : [0, 0, 0])
      if (!counts[0]) await jsonOf(open(env))
      expect(await opened()).toEqual([1, 2, 1])
      year = ++lastYear
    })
  })

  it('an edit of a year is stored completely, with its log entry, or not at all', async () => {
    const staff = await addPerson({ flags: 'm' })
    /** A year with two categories, which the edit swaps, and a third one, which it replaces by a new one. */
    async function addYear() {
      const year = await addAwards('nominating', ++lastYear)
      const ids = [await addCategory(year), await addCategory(year), await addCategory(year)]
      const before = (await readAwards(year)).categories.map(({ id, title }) => [id, title])
      return { year, ids, before }
    }
    let { year, ids, before } = await addYear()
    const edit = (bindings: Cloudflare.Env) => {
      const categories = [
        { id: ids[1], title: 'Best in ink', kind: 'sketch' as const },
        { id: ids[0], title: 'Best in colour', kind: 'sketch' as const },
        { title: 'Artist of the year', kind: 'artist' as const },
      ]
      const body = awardsBodyOf(year, 'voting', { categories, recap: 'Thank you all.' })
      return sendRequestWith(bindings, '/api/v2/awards/edit', { as: staff, body })
    }
    const expectEdited = async () => {
      const { state, recap, categories } = await readAwards(year)
      const titles = ['Best in ink', 'Best in colour', 'Artist of the year']
      expect([state, recap, categories.map(({ title }) => title)]).toEqual(['voting', 'Thank you all.', titles])
      expect(categories.map(({ id }) => id).slice(0, 2)).toEqual([ids[1], ids[0]])
    }
    await withEveryFault(fault, edit, async () => {
      if (await logged('awards_edit', year)) await expectEdited()
      else {
        const { state, categories } = await readAwards(year)
        expect([state, categories.map(({ id, title }) => [id, title])]).toEqual(['nominating', before])
        await jsonOf(edit(env))
        await expectEdited()
      }
      expect(await logged('awards_edit', year)).toBe(1)
      ;({ year, ids, before } = await addYear())
    })
  })

  it.each([true, false])('a winner changes with its entry in the log, or neither does: named %s', async (winner) => {
    const staff = await addPerson({ flags: 'm' })
    const send = (bindings: Cloudflare.Env, isWinner: boolean) =>
      sendRequestWith(bindings, '/api/v2/awards/winner', {
        as: staff,
        body: { cat: categoryId, obj: sketchId, winner: isWinner, reason: 'It was announced in the forum.' },
      })
    /** A past year, with a winner if the name is taken back. */
    async function addPastYear() {
      const past = await addAwards('voting', ++lastYear)
      const category = await addCategory(past)
      await closeYear(past)
      return { year: past, categoryId: category, sketchId: await addSketch(await addPerson()) }
    }
    const first = winner ? 0 : 1
    let { year, categoryId, sketchId } = await addPastYear()
    if (!winner) await jsonOf(send(env, true))
    const state = async () => [(await readCategory(year)).winner, await logged('award_winner', year)]
    const done = () => [winner ? sketchId : null, first + 1]
    await withEveryFault(
      fault,
      (bindings) => send(bindings, winner),
      async () => {
        const found = await state()
        expect([done(), [winner ? null : sketchId, first]]).toContainEqual(found)
        await jsonOf(send(env, winner))
        expect(await state()).toEqual(done())
        ;({ year, categoryId, sketchId } = await addPastYear())
        if (!winner) await jsonOf(send(env, true))
      },
    )
  })

  it('a year is closed with counts, winners and notices, or unchanged', async () => {
    /** A year whose voting has ended, and in which the second of two nominees has the only vote. */
    async function addEnded() {
      const ended = await addAwards('voting', ++lastYear)
      const categoryId = await addCategory(ended)
      await addNominee(categoryId)
      const nominee = await addNominee(categoryId)
      await jsonOf(sendVote(await addVoter(), categoryId, nominee.id))
      await moveAwards(ended, 'closed')
      return { year: ended, nominee }
    }
    const close = async (bindings: Cloudflare.Env) => {
      const status = await closeAwards(openDb(bindings.DB), Date.now()).then(
        () => 200,
        () => 500,
      )
      return new Response(null, { status })
    }
    let { year, nominee } = await addEnded()
    const published = () => countRows('award_years WHERE year = ? AND result_at IS NOT NULL', year)
    const nominations = 'award_nominations JOIN award_categories USING (category_id) WHERE award_year = ?'
    const traces = async () => [
      await countRows(`${nominations} AND votes_count IS NOT NULL`, year),
      await countRows(`${nominations} AND is_winner = 1`, year),
      await countRows('notifications WHERE user_id = ? AND award_nomination_id IS NOT NULL', nominee.artist.id),
    ]
    const expectClosed = async () => {
      expect([await published(), await traces()]).toEqual([1, [2, 1, 1]])
      expect(await readCategory(year)).toMatchObject({ winner: nominee.id, votes: 1 })
    }
    const calls = await withEveryFault(fault, close, async () => {
      if (await published()) await expectClosed()
      else expect(await traces()).toEqual([0, 0, 0])
      await close(env)
      await expectClosed()
      ;({ year, nominee } = await addEnded())
    })
    expect(calls).toBe(2)
    await expectClosed()
  })
})
