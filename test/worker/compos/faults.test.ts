import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addCompo,
  addEntries,
  addVoter,
  beginBallot,
  enterCompo,
  moveCompo,
  readBallot,
  readCompo,
  sendVotes,
  voteOf,
} from '../../support/worker/compos.ts'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { addPerson } from '../../support/worker/people.ts'
import { jsonOf, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const faults: Fault[] = ['refused', 'lost']

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

describe.each(faults)('writes of compos with one database call %s', (fault) => {
  it('a sketch is entered once, or can be entered again', async () => {
    const mira = await addPerson()
    let [key, sketchId] = [await addCompo(), await addSketch(mira)]
    await withEveryFault(
      fault,
      (bindings) => sendRequestWith(bindings, `/compo/${key}`, { as: mira, body: { sketchId } }),
      async () => {
        await jsonOf(enterCompo(mira, key, sketchId))
        expect(await readCompo(key, mira)).toMatchObject({ entries: 1, own: [{ id: sketchId }] })
        ;[key, sketchId] = [await addCompo(), await addSketch(mira)]
      },
    )
  })

  it('a ballot is begun once, with each set counted once', async () => {
    const exposureOf = (key: string) =>
      env.DB.prepare(
        'SELECT sum(plain_exposure) AS n FROM compo_entries JOIN compos ON compos.id = compo_id WHERE key = ?',
      )
        .bind(key)
        .first('n')
    const key = await addCompo({ state: 'voting' })
    await addEntries(key, 8)
    let [voter, before] = [await addVoter(), 0]
    await withEveryFault(
      fault,
      (bindings) => sendRequestWith(bindings, `/api/compoVote/${key}`, { as: voter, body: { step: 0, votes: [] } }),
      async () => {
        expect((await beginBallot(voter, key)).sets).toHaveLength(2)
        before += 8
        expect(await exposureOf(key)).toBe(before)
        voter = await addVoter()
      },
    )
  })

  it('a vote is saved, or can be sent again', async () => {
    const key = await addCompo({ state: 'voting' })
    await addEntries(key, 4)
    let voter = await addVoter()
    let ids = (await beginBallot(voter, key)).sets[0]?.sketches.map(({ id }) => id) ?? []
    await withEveryFault(
      fault,
      (bindings) =>
        sendRequestWith(bindings, `/api/compoVote/${key}`, {
          as: voter,
          body: { step: 0, votes: [voteOf(ids, ids[1] ?? 0)] },
        }),
      async () => {
        await jsonOf(sendVotes(voter, key, { votes: [voteOf(ids, ids[1] ?? 0)] }))
        expect((await readBallot(voter, key)).sets[0]?.answer).toBe(ids[1])
        voter = await addVoter()
        ids = (await beginBallot(voter, key)).sets[0]?.sketches.map(({ id }) => id) ?? []
      },
    )
  })

  it('a compo is edited with its entry in the log, or neither', async () => {
    const staff = await addPerson({ flags: 'm' })
    const key = await addCompo()
    await moveCompo(key, 'open')
    const { compoId, startDate, endDate, endVotingDate } = await readCompo(key)
    const logged = () =>
      env.DB.prepare(
        `SELECT count(*) AS n FROM audit_log WHERE target_type = 'compo' AND target_id = ? AND changes <> '{}'`,
      )
        .bind(compoId)
        .first<number>('n')
    const body = { compoId, key, thumbnail: null, startDate, endDate, endVotingDate, entriesPerMember: 1, group: null }
    let number = 0
    let title = `Title ${number}`
    await withEveryFault(
      fault,
      (bindings) => sendRequestWith(bindings, '/api/v2/compo/edit', { as: staff, body: { ...body, title } }),
      async () => {
        const isSaved = (await readCompo(key)).title === title
        // Times are kept to the second on the wire, so the first edit changes them, too.
        expect(await logged()).toBe(isSaved ? number + 1 : number)
        if (!isSaved) await jsonOf(sendRequestWith(env, '/api/v2/compo/edit', { as: staff, body: { ...body, title } }))
        title = `Title ${++number}`
      },
    )
  })
})
