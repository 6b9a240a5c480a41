import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeCompos } from '../../../worker/features/compos/closing.ts'
import { compareVoters } from '../../../worker/features/compos/comparing.ts'
import { openDb } from '../../../worker/lib/database.ts'
import {
  addCompo,
  addEntries,
  addEntry,
  addInvite,
  beginBallot,
  enterCompo,
  moveCompo,
  readBallot,
  readCompo,
  readEntries,
  sendVotes,
  voteAll,
  voteOf,
} from '../../support/worker/compos.ts'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { addPerson, addVoter } from '../../support/worker/people.ts'
import { jsonOf, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
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
/** Numbers of invites, notices of them, entries and log entries of a sketch. */
const tracesOf = async (sketchId: number, action = 'compo_invite') => ({
  invites: await countRows('compo_invites WHERE sketch_id = ?', sketchId),
  notices: await countRows("notifications WHERE sketch_id = ? AND compo_notice = 'invite'", sketchId),
  entries: await countRows('compo_entries WHERE sketch_id = ?', sketchId),
  logged: await countRows("audit_log WHERE action = ? AND target_type = 'sketch' AND target_id = ?", action, sketchId),
})

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
    const staff = await addPerson({ flags: 'a' })
    const key = await addCompo()
    await moveCompo(key, 'open')
    const { compoId, startDate, endDate, endVotingDate } = await readCompo(key)
    const logged = () =>
      env.DB.prepare(
        `SELECT count(*) AS n FROM audit_log WHERE target_type = 'compo' AND target_id = ? AND changes <> '{}'`,
      )
        .bind(compoId)
        .first<number>('n')
    const times = { startDate, endDate, endVotingDate }
    const body = { compoId, key, thumbnail: null, ...times, entriesPerMember: 1, group: null, reason: 'A test.' }
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

  it('a compo is opened with its entry in the log, or neither', async () => {
    const staff = await addPerson({ flags: 'm' })
    const times = { startDate: '20260101000000', endDate: '29990101000000', endVotingDate: '29990108000000' }
    const body = { ...times, title: 'Windows', thumbnail: null, entriesPerMember: 1, group: null }
    let number = 0
    let key = `opened-${fault}-${number}`
    const opened = () => countRows('compos WHERE key = ?', key)
    const logged = () =>
      countRows("audit_log JOIN compos ON compos.id = target_id WHERE action = 'compo_add' AND key = ?", key)
    await withEveryFault(
      fault,
      (bindings) => sendRequestWith(bindings, '/api/v2/compo/edit', { as: staff, body: { ...body, key } }),
      async () => {
        expect(await logged()).toBe(await opened())
        key = `opened-${fault}-${++number}`
      },
    )
    expect([await opened(), await logged()]).toEqual([1, 1])
  })

  it('a sketch is invited with its notice and its entry in the log, or none of them', async () => {
    const [staff, ines, key] = [await addPerson({ flags: 'm' }), await addPerson(), await addCompo()]
    const invite = (bindings: Cloudflare.Env) =>
      sendRequestWith(bindings, '/admin/compoInvite', { as: staff, body: { sketchId, compo: key } })
    let sketchId = await addSketch(ines)
    await withEveryFault(fault, invite, async () => {
      const { invites, notices, logged } = await tracesOf(sketchId)
      expect([notices, logged]).toEqual([invites, invites])
      await jsonOf(invite(env))
      expect(await tracesOf(sketchId)).toMatchObject({ invites: 1, notices: 1 })
      sketchId = await addSketch(ines)
    })
  })

  it('an accepted invite is an entry, or stays an invite', async () => {
    let ines = await addPerson()
    let [key, sketchId] = [await addCompo(), await addSketch(ines)]
    await addInvite(sketchId, key)
    const accept = (bindings: Cloudflare.Env) =>
      sendRequestWith(bindings, '/admin/inviteAccepted', { as: ines, body: { sketchId } })
    await withEveryFault(fault, accept, async () => {
      const { invites, entries } = await tracesOf(sketchId)
      expect((invites ?? 0) + (entries ?? 0)).toBe(1)
      if (invites) await jsonOf(accept(env))
      expect(await readCompo(key, ines)).toMatchObject({ entries: 1, own: [{ id: sketchId }] })
      ines = await addPerson()
      ;[key, sketchId] = [await addCompo(), await addSketch(ines)]
      await addInvite(sketchId, key)
    })
  })

  it('a declined invite leaves with its notice, or neither does', async () => {
    const ines = await addPerson()
    let sketchId = await addSketch(ines)
    const key = await addCompo()
    await addInvite(sketchId, key)
    const decline = (bindings: Cloudflare.Env) =>
      sendRequestWith(bindings, '/api/v2/compo/declineInvite', { as: ines, body: { sketchId } })
    await withEveryFault(fault, decline, async () => {
      const { invites, notices } = await tracesOf(sketchId)
      expect(notices).toBe(invites)
      if (invites) await jsonOf(decline(env))
      expect(await tracesOf(sketchId)).toMatchObject({ invites: 0, notices: 0, entries: 0 })
      sketchId = await addSketch(ines)
      await addInvite(sketchId, key)
    })
  })

  it.each(['artist', 'staff'])(
    'an entry is removed together with the count of the compo and its line in the staff log: %s',
    async (by) => {
      const staff = await addPerson({ flags: 'm' })
      let ines = await addPerson()
      let key = await addCompo()
      let sketchId = await addEntry(key, ines)
      const remove = (bindings: Cloudflare.Env) =>
        sendRequestWith(bindings, '/api/compoRemoveSketch', {
          as: by === 'staff' ? staff : ines,
          body: { which: sketchId, reason: 'Not the theme.' },
        })
      const expectWhole = async () => {
        const { entries, logged } = await tracesOf(sketchId, 'compo_entry_remove')
        expect([(await readCompo(key)).entries, logged]).toEqual([entries, by === 'staff' && !entries ? 1 : 0])
        return entries
      }
      await withEveryFault(fault, remove, async () => {
        if (await expectWhole()) await jsonOf(remove(env))
        expect(await expectWhole()).toBe(0)
        ines = await addPerson()
        key = await addCompo()
        sketchId = await addEntry(key, ines)
      })
    },
  )

  it('all voters of a result are compared with it, or the next run compares them', async () => {
    let key = ''
    const addResult = async () => {
      key = await addCompo({ state: 'voting' })
      await addEntries(key, 4)
      await voteAll(await addVoter(), key, ([first = 0]) => first)
      await moveCompo(key, 'closed')
      await closeCompos(openDb(env.DB), Date.now())
    }
    const staff = await addPerson({ flags: 'm' })
    const listed = async () => (await sendRequest(`/api/v2/compo/voters?name=${key}`, { as: staff })).status === 200
    const compare = async (bindings: Cloudflare.Env) => {
      const compared = compareVoters(openDb(bindings.DB))
      return compared.then(
        () => new Response(),
        () => new Response(null, { status: 500 }),
      )
    }
    await addResult()
    await withEveryFault(fault, compare, async () => {
      const stored = countRows(
        'compo_ballots JOIN compos ON compos.id = compo_id WHERE key = ? AND likelihood > 0',
        key,
      )
      expect(await stored).toBe(Number(await listed()))
      await compare(env)
      expect(await listed()).toBe(true)
      await addResult()
    })
  })

  it('a compo is closed with places, figures and glops, or stays in the count of votes', async () => {
    /** A compo whose voting has ended, and in which all voters preferred earlier entries. */
    async function addEnded() {
      const ended = await addCompo({ state: 'voting' })
      const entered = await addEntries(ended, 5)
      const order = entered.map(({ sketchId }) => sketchId)
      const best = (ids: number[]) => ids.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))[0] ?? null
      for (let voters = 0; voters < 2; voters++) await voteAll(await addVoter(), ended, best)
      await moveCompo(ended, 'closed')
      return { key: ended, artists: entered.map(({ artist }) => artist.id) }
    }
    const close = async (bindings: Cloudflare.Env) => {
      const status = await closeCompos(openDb(bindings.DB), Date.now()).then(
        () => 200,
        () => 500,
      )
      return new Response(null, { status })
    }
    let { key, artists } = await addEnded()
    const glops = async () => {
      const { results } = await env.DB.prepare(
        "SELECT user_id AS id, amount FROM ledger WHERE reason = 'compo_place' AND user_id IN (SELECT value FROM json_each(?))",
      )
        .bind(JSON.stringify(artists))
        .all<{ id: number; amount: number }>()
      return results
    }
    const placed = () =>
      countRows('compo_entries JOIN compos ON compos.id = compo_id WHERE key = ? AND place IS NOT NULL', key)
    const expectClosed = async () => {
      expect((await readCompo(key)).result).toMatchObject({ voters: 2 })
      const { items } = await readEntries(key)
      expect(items.map(({ place }) => place)).not.toContain(-1)
      const given = await glops()
      const ofPlace = new Map([
        [1, 100],
        [2, 60],
        [3, 40],
      ])
      expect(new Map(given.map(({ id, amount }) => [id, amount]))).toEqual(
        new Map(items.map(({ artist, place }) => [artist?.id, ofPlace.get(place) ?? 20])),
      )
      expect(given).toHaveLength(5)
    }
    const calls = await withEveryFault(fault, close, async () => {
      if ((await readCompo(key)).result) await expectClosed()
      else expect([await placed(), await glops()]).toEqual([0, []])
      await close(env)
      await expectClosed()
      ;({ key, artists } = await addEnded())
    })
    expect(calls).toBeGreaterThanOrEqual(4)
    await expectClosed()
  })
})
