import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addChallenge,
  addGroupChallenge,
  challengeOf,
  enterChallenge,
  postToQueue,
  queueFor,
} from '../../support/worker/challenges.ts'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { addGroup } from '../../support/worker/groups.ts'
import { addPerson } from '../../support/worker/people.ts'
import { jsonOf, sendRequestWith } from '../../support/worker/site.ts'
import { addSketches } from '../../support/worker/sketches.ts'

const faults: Fault[] = ['refused', 'lost']

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

const glopsOf = async (id: number) =>
  (await env.DB.prepare('SELECT glops FROM users WHERE id = ?').bind(id).first<{ glops: number }>())?.glops

describe.each(faults)('writes of challenges with one database call %s', (fault) => {
  it('a sketch is entered once with its glops, or can be entered again', async () => {
    const mira = await addPerson()
    const challengeId = await addChallenge(mira)
    const sketches = await addSketches(mira, 10)
    let sketchId = sketches.pop() ?? 0
    let entered = 0
    await withEveryFault(
      fault,
      (bindings) => sendRequestWith(bindings, '/challenges', { as: mira, body: { challengeId, sketchId } }),
      async () => {
        await jsonOf(enterChallenge(mira, challengeId, sketchId))
        entered += 1
        expect(await challengeOf(challengeId)).toMatchObject({ entries: entered, thumbnail: { sketchId } })
        expect(await glopsOf(mira.id)).toBe(2 * Math.min(entered, 2))
        sketchId = sketches.pop() ?? 0
      },
    )
  })

  it('a challenge of a group is opened once with its line in the staff log, or can be opened again', async () => {
    const mira = await addPerson()
    let group = await addGroup(mira)
    await withEveryFault(
      fault,
      (bindings) =>
        sendRequestWith(bindings, '/api/v2/challenge/open', {
          as: mira,
          body: { group, title: 'Frogs', description: 'Any frog.' },
        }),
      async () => {
        const id = await addGroupChallenge(mira, group)
        const lines = await env.DB.prepare(
          "SELECT target_id AS id FROM audit_log WHERE action = 'challenge_open'",
        ).all()
        expect(lines.results.filter((line) => line.id === id)).toHaveLength(1)
        group = await addGroup(mira)
      },
    )
  })

  it('a suggestion is stored once', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    let title = crypto.randomUUID()
    const suggestChallenge = (bindings: Cloudflare.Env) =>
      sendRequestWith(bindings, '/challenges', { as: mira, body: { action: 'suggest', title, description: '' } })
    await withEveryFault(fault, suggestChallenge, async () => {
      await jsonOf(suggestChallenge(env))
      const [idea, ...others] = (await queueFor(staff)).suggestions.filter((suggested) => suggested.title === title)
      expect(others).toEqual([])
      await jsonOf(postToQueue(staff, 'remove', { id: idea?.id, reason: 'Had that.' }))
      title = crypto.randomUUID()
    })
  })

  it('an approval is written to the queue and to the audit log, or to neither', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    let title = crypto.randomUUID()
    const suggestChallenge = () =>
      jsonOf(sendRequestWith(env, '/challenges', { as: mira, body: { action: 'suggest', title, description: '' } }))
    const suggested = async () => (await queueFor(staff)).suggestions.filter((idea) => idea.title === title)
    await suggestChallenge()
    const approve = async (bindings: Cloudflare.Env) =>
      sendRequestWith(bindings, '/api/v2/gloperate/challenge', {
        as: staff,
        body: { id: (await suggested())[0]?.id, title, description: '' },
      })
    await withEveryFault(fault, approve, async () => {
      const { queue } = await queueFor(staff)
      const { results } = await env.DB.prepare(
        "SELECT target_id AS id FROM audit_log WHERE action = 'challenge_approve'",
      ).all()
      expect(results.map(({ id }) => id)).toEqual(queue.map(({ id }) => id))
      title = crypto.randomUUID()
      await suggestChallenge()
    })
  })
})
