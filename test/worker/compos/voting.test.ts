import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import {
  addCompo,
  addEntries,
  addEntry,
  beginBallot,
  closeCompo,
  moveCompo,
  readBallot,
  readCompo,
  sendVotes,
  voteAll,
  voteOf,
} from '../../support/worker/compos.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addPerson, addVoter, type Person } from '../../support/worker/people.ts'
import { countRows, countRowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, sendRequest, sendRequestWith } from '../../support/worker/site.ts'

async function addVotingCompo(entries: number) {
  const key = await addCompo({ state: 'voting' })
  return { key, entries: await addEntries(key, entries) }
}

const begin = (as: Person) => ({ as, body: { step: 0, votes: [] } })

const shown = (ballot: Awaited<ReturnType<typeof beginBallot>>, step = ballot.step) =>
  ballot.sets[step]?.sketches.map(({ id }) => id) ?? []

describe('a ballot', () => {
  it('a ballot has enough sets of four for all entries, ten at most [1 §9]', async () => {
    const [{ key }, voter] = [await addVotingCompo(9), await addVoter()]
    const ballot = await beginBallot(voter, key)
    expect(ballot).toMatchObject({ total: 3, step: 0, state: 'voting' })
    expect(shown(ballot)).toHaveLength(4)
  })

  it('the compo says how many sets its voter judged, and the ballot when the voting ends', async () => {
    const [{ key }, voter] = [await addVotingCompo(9), await addVoter()]
    expect((await readCompo(key, voter)).judged).toBeNull()
    const ballot = await beginBallot(voter, key)
    await jsonOf(sendVotes(voter, key, { votes: [shown(ballot)] }))
    const compo = await readCompo(key, voter)
    expect(compo.judged).toEqual({ sets: 1, total: 3 })
    expect(ballot.endVotingDate).toBe(compo.endVotingDate)
    expect((await readCompo(key)).judged).toBeNull()
  })

  it('reading a ballot does not begin one', async () => {
    const [{ key }, voter] = [await addVotingCompo(4), await addVoter()]
    expect(await readBallot(voter, key)).toMatchObject({ total: 0, sets: [], step: 0 })
  })

  it('the next set is given with the current one, so that its pictures can be loaded ahead', async () => {
    const [{ key }, voter] = [await addVotingCompo(12), await addVoter()]
    const ballot = await beginBallot(voter, key)
    expect(ballot.sets).toHaveLength(2)
    expect(new Set(ballot.sets.flatMap(({ sketches }) => sketches.map(({ id }) => id))).size).toBe(8)
  })

  it('a voter never gets their own entry', async () => {
    const [{ key }, voter] = [await addVotingCompo(8), await addVoter()]
    const own = await addEntry(key, voter)
    const ballot = await voteAll(voter, key, ([first = 0]) => first)
    expect(ballot.sets.flatMap(({ sketches }) => sketches.map(({ id }) => id))).not.toContain(own)
  })

  it.each([
    ['hidden by its artist', 'UPDATE sketches SET unlisted = 1 WHERE id = ?1'],
    ['found to break the rules', "UPDATE sketches SET violation = 'copyright' WHERE id = ?1"],
    ['marked mature', 'UPDATE sketches SET mature = 1 WHERE id = ?1'],
    ['whose artist the voter blocks', 'INSERT INTO blocks SELECT ?2, user_id, 0 FROM sketches WHERE id = ?1'],
  ])(
    'a given sketch that is then %s leaves its set and the receipt, and votes for it stay valid',
    async (_, change) => {
      const [{ key }, voter] = [await addVotingCompo(4), await addVoter()]
      const ids = shown(await beginBallot(voter, key))
      const [hidden = 0, ...others] = ids
      await env.DB.prepare(change)
        .bind(...(change.includes('?2') ? [hidden, voter.id] : [hidden]))
        .run()
      expect(shown(await readBallot(voter, key))).toEqual(others)
      await jsonOf(sendVotes(voter, key, { votes: [ids] }))
      await jsonOf(sendVotes(voter, key, { votes: [others] }))
      await closeCompo(key)
      expect((await readBallot(voter, key)).sets[0]).toMatchObject({
        sketches: others.map((id) => ({ id })),
        answer: others[0],
      })
    },
  )

  it('a voter never gets the entry of a blocked member, on either side', async () => {
    const [{ key, entries }, voter] = [await addVotingCompo(8), await addVoter()]
    const [blocked, blocker] = entries
    if (!blocked || !blocker) throw new Error('no entries')
    for (const [by, whom] of [
      [voter.id, blocked.artist.id],
      [blocker.artist.id, voter.id],
    ])
      await env.DB.prepare('INSERT INTO blocks (user_id, blocked_id, created_at) VALUES (?, ?, 0)').bind(by, whom).run()
    const ballot = await voteAll(voter, key, ([first = 0]) => first)
    const ids = ballot.sets.flatMap(({ sketches }) => sketches.map(({ id }) => id))
    expect(ids).not.toContain(blocked.sketchId)
    expect(ids).not.toContain(blocker.sketchId)
  })

  it.each([
    { left: 2, total: 3 },
    { left: 0, total: 2 },
  ])(
    'a voter who blocks artists meanwhile, so that $left of 6 are left, judges none twice before the last set',
    async ({ left, total }) => {
      const [{ key, entries }, voter] = [await addVotingCompo(14), await addVoter()]
      const ballot = await beginBallot(voter, key)
      expect(ballot.total).toBe(4)
      const given = ballot.sets.flatMap(({ sketches }) => sketches.map(({ id }) => id))
      const others = entries.filter(({ sketchId }) => !given.includes(sketchId))
      for (const { artist } of others.slice(left)) await block(voter, artist)
      const voted = await voteAll(voter, key, ([first = 0]) => first)
      const before = voted.sets.slice(0, -1).flatMap(({ sketches }) => sketches.map(({ id }) => id))
      expect(new Set(before).size).toBe(before.length)
      expect(voted).toMatchObject({ total, step: total })
    },
  )

  it('a ballot skips sets of which no sketch is left', async () => {
    const [{ key }, voter] = [await addVotingCompo(16), await addVoter()]
    const { sets } = await beginBallot(voter, key)
    const ids = sets.flatMap(({ sketches }) => sketches.map(({ id }) => id))
    await env.DB.prepare('UPDATE sketches SET unlisted = 1 WHERE id IN (SELECT value FROM json_each(?))')
      .bind(JSON.stringify(ids))
      .run()
    expect(await jsonOf(sendVotes(voter, key, { votes: [] }))).toMatchObject({ step: 2, total: 4 })
    expect(await voteAll(voter, key, ([first = 0]) => first)).toMatchObject({ step: 4, total: 4 })
  })

  it('a voter who does not see mature sketches gets none of them', async () => {
    const [{ key }, voter, adult] = [await addVotingCompo(3), await addVoter(), await addVoter({ showMature: true })]
    const mature = await addEntry(key, await addPerson(), { mature: true })
    expect(shown(await beginBallot(voter, key))).not.toContain(mature)
    expect(shown(await beginBallot(adult, key))).toContain(mature)
  })

  it('entries that were given least often come first', async () => {
    const { key, entries } = await addVotingCompo(16)
    const counts = new Map(entries.map(({ sketchId }) => [sketchId, 0]))
    for (let number = 0; number < 4; number++) {
      const ballot = await beginBallot(await addVoter(), key)
      for (const { sketches } of ballot.sets) for (const { id } of sketches) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    // Four voters were given two sets of four each: every entry twice.
    expect([...counts.values()].every((count) => count === 2)).toBe(true)
  })

  it('there is no ballot with fewer than two entries to compare', async () => {
    const [{ key }, voter] = [await addVotingCompo(1), await addVoter()]
    expect(await errorOf(sendVotes(voter, key))).toEqual([409, 'nothing_to_vote'])
    expect(await readCompo(key, voter)).toMatchObject({ canVote: false })
  })

  it('a member of less than a day cannot vote', async () => {
    const [{ key }, newcomer] = [await addVotingCompo(4), await addPerson()]
    expect(await errorOf(sendVotes(newcomer, key))).toEqual([403, 'too_new_to_vote'])
    expect(await readCompo(key, newcomer)).toMatchObject({ canVote: false })
  })

  it('choosing a set reads no more rows when there are more entries', async () => {
    const rowsOf = async (count: number) => {
      const [{ key }, voter] = [await addVotingCompo(count), await addVoter()]
      return countRowsRead((bindings) => jsonOf(sendRequestWith(bindings, `/api/compoVote/${key}`, begin(voter))))
    }
    const few = await rowsOf(60)
    expect(await rowsOf(200)).toBeLessThanOrEqual(few + 10)
  })
})

describe('voting', () => {
  it('a pick is saved set by set, and a lost tab resumes', async () => {
    const [{ key }, voter] = [await addVotingCompo(8), await addVoter()]
    const ids = shown(await beginBallot(voter, key))
    const [, second = 0] = ids
    await jsonOf(sendVotes(voter, key, { votes: [voteOf(ids, second)] }))
    const resumed = await readBallot(voter, key)
    expect(resumed).toMatchObject({ step: 1, total: 2 })
    expect(resumed.sets[0]?.answer).toBe(second)
  })

  it('votes are accepted as JSON text, with the ids of a skip negated [1 §4, §7]', async () => {
    const [{ key }, voter] = [await addVotingCompo(4), await addVoter()]
    const ids = shown(await beginBallot(voter, key))
    const votes = JSON.stringify([voteOf(ids, null)])
    expect((await sendVotes(voter, key, { votes })).status).toBe(200)
    expect((await readBallot(voter, key)).sets[0]?.answer).toBe('skip')
    expect(await readCompo(key, voter)).toMatchObject({ hasVoted: true })
  })

  it('votes can be changed until the deadline', async () => {
    const [{ key }, voter] = [await addVotingCompo(4), await addVoter()]
    const ids = shown(await beginBallot(voter, key))
    const [first = 0, , third = 0] = ids
    for (const pick of [first, third]) await jsonOf(sendVotes(voter, key, { votes: [voteOf(ids, pick)] }))
    expect((await readBallot(voter, key)).sets[0]?.answer).toBe(third)
  })

  it('a vote that is sent again unchanged is accepted and writes nothing', async () => {
    const [{ key }, voter] = [await addVotingCompo(4), await addVoter()]
    const ids = shown(await beginBallot(voter, key))
    const body = { votes: [voteOf(ids, ids[0] ?? 0)] }
    await jsonOf(sendVotes(voter, key, body))
    const { written } = await countRows(async (bindings) => {
      const vote = { as: voter, body: { step: 0, ...body } }
      expect((await sendRequestWith(bindings, `/api/compoVote/${key}`, vote)).status).toBe(200)
    })
    expect(written).toBe(0)
    expect((await readBallot(voter, key)).sets[0]?.answer).toBe(ids[0])
  })

  it('two hundred parallel votes of a member count once', async () => {
    const [{ key }, voter] = [await addVotingCompo(4), await addVoter()]
    const ids = shown(await beginBallot(voter, key))
    const [first = 0] = ids
    await Promise.all(Array.from({ length: 200 }, () => sendVotes(voter, key, { votes: [voteOf(ids, first)] })))
    await closeCompo(key)
    expect((await readCompo(key)).result).toMatchObject({ voters: 1, picks: 1 })
  })

  it('parallel beginnings make one ballot', async () => {
    const [{ key }, voter] = [await addVotingCompo(8), await addVoter()]
    await Promise.all(Array.from({ length: 10 }, () => sendVotes(voter, key)))
    const exposure = await env.DB.prepare(
      'SELECT sum(plain_exposure) AS n FROM compo_entries JOIN compos ON compos.id = compo_id WHERE key = ?',
    )
      .bind(key)
      .first('n')
    expect(exposure).toBe(8)
  })

  it.each([
    ['foreign', (ids: number[]) => [999_999, ...ids.slice(1)]],
    ['repeated', (ids: number[]) => [ids[0] ?? 0, ids[0] ?? 0, ...ids.slice(2)]],
    ['missing', (ids: number[]) => ids.slice(1)],
    ['half negated', (ids: number[]) => ids.map((id, index) => (index === 0 ? id : -id))],
  ])('a vote with %s ids is refused whole', async (_, change) => {
    const [{ key }, voter] = [await addVotingCompo(8), await addVoter()]
    const ballot = await beginBallot(voter, key)
    const [first, second] = [shown(ballot, 0), shown(ballot, 1)]
    expect(await errorOf(sendVotes(voter, key, { votes: [first, change(second)] }))).toEqual([400, 'bad_ballot'])
    expect((await readBallot(voter, key)).step).toBe(0)
  })

  it('a vote with the entry of the voter is refused', async () => {
    const [{ key }, voter] = [await addVotingCompo(4), await addVoter()]
    const own = await addEntry(key, voter)
    const ids = shown(await beginBallot(voter, key))
    expect(await errorOf(sendVotes(voter, key, { votes: [[own, ...ids.slice(1)]] }))).toEqual([400, 'bad_ballot'])
  })

  it('a vote for a set that was not given is refused', async () => {
    const [{ key }, voter] = [await addVotingCompo(4), await addVoter()]
    const ids = shown(await beginBallot(voter, key))
    expect(await errorOf(sendVotes(voter, key, { step: 1, votes: [ids] }))).toEqual([400, 'bad_ballot'])
    expect(await errorOf(sendVotes(voter, key, { votes: 'not JSON' }))).toEqual([400, 'bad_request'])
  })

  it('a vote before a ballot was begun is refused', async () => {
    const [{ key, entries }, voter] = [await addVotingCompo(4), await addVoter()]
    const votes = [entries.map(({ sketchId }) => sketchId)]
    expect(await errorOf(sendVotes(voter, key, { votes }))).toEqual([400, 'bad_ballot'])
  })

  it('a vote after the deadline is refused', async () => {
    const [{ key }, voter] = [await addVotingCompo(4), await addVoter()]
    const ids = shown(await beginBallot(voter, key))
    await moveCompo(key, 'closed')
    expect(await errorOf(sendVotes(voter, key, { votes: [ids] }))).toEqual([409, 'compo_not_voting'])
    expect((await readBallot(voter, key)).sets[0]?.answer).toBeNull()
  })

  it('a vote before the voting is refused', async () => {
    const [key, voter] = [await addCompo(), await addVoter()]
    await addEntries(key, 4)
    expect(await errorOf(sendVotes(voter, key))).toEqual([409, 'compo_not_voting'])
  })

  it('a sketch that is deleted during the voting leaves the ballot valid', async () => {
    const [{ key, entries }, voter] = [await addVotingCompo(4), await addVoter()]
    const ids = shown(await beginBallot(voter, key))
    const gone = entries[0]
    if (!gone) throw new Error('no entry')
    await jsonOf(sendRequest(`/api/v2/sketch/${gone.sketchId}`, { as: gone.artist, body: { action: 'delete' } }))
    expect(shown(await readBallot(voter, key))).toHaveLength(3)
    // The page had been loaded before.
    const [kept = 0] = ids.filter((id) => id !== gone.sketchId)
    expect((await sendVotes(voter, key, { votes: [voteOf(ids, kept)] })).status).toBe(200)
    expect((await readBallot(voter, key)).sets[0]?.answer).toBe(kept)
  })
})

describe('calls of a ballot', () => {
  const send = (as: Person | null, key: string, body: unknown) => sendRequest(`/api/compoVote/${key}`, { as, body })

  it('the ballot of a missing compo is not found, and a malformed key is refused', async () => {
    const voter = await addVoter()
    expect(await errorOf(sendRequest('/api/compoVote/nowhere', { as: voter }))).toEqual([404, 'not_found'])
    expect(await errorOf(sendVotes(voter, 'nowhere'))).toEqual([404, 'not_found'])
    expect(await errorOf(sendRequest('/api/compoVote/No%20Key', { as: voter }))).toEqual([400, 'bad_request'])
    expect(await errorOf(sendVotes(voter, 'No%20Key'))).toEqual([400, 'bad_request'])
  })

  it('a visitor can neither read nor begin a ballot', async () => {
    const { key } = await addVotingCompo(4)
    expect(await errorOf(sendRequest(`/api/compoVote/${key}`))).toEqual([401, 'not_logged_in'])
    expect(await errorOf(sendVotes(null, key))).toEqual([401, 'not_logged_in'])
  })

  it.each([
    {},
    { step: 0 },
    { votes: [] },
    { step: -1, votes: [] },
    { step: 0.5, votes: [] },
    { step: '0', votes: [] },
    { step: null, votes: [] },
    { step: 0, votes: null },
    { step: 0, votes: [[]] },
    { step: 0, votes: [[1, 2, 3, 4, 5]] },
    { step: 0, votes: [[1.5]] },
    { step: 0, votes: [['1']] },
    { step: 0, votes: [1, 2] },
    { step: 0, votes: '[[]]' },
    { step: 0, votes: '[[1,2,3,4,5]]' },
    { step: 0, votes: '{}' },
    { step: 0, votes: `[${' '.repeat(2000)}]` },
    { step: 0, votes: [], voter: 1 },
  ])('the malformed vote %j is refused and begins no ballot', async (body) => {
    const [{ key }, voter] = [await addVotingCompo(2), await addVoter()]
    expect(await errorOf(send(voter, key, body))).toEqual([400, 'bad_request'])
    expect(await readBallot(voter, key)).toMatchObject({ total: 0, sets: [] })
  })

  it('a ballot is begun with empty votes as JSON text, too', async () => {
    const [{ key }, voter] = [await addVotingCompo(4), await addVoter()]
    expect(await jsonOf(send(voter, key, { step: 0, votes: '[]' }))).toMatchObject({ total: 1, step: 0 })
  })

  it('empty votes at a later step change nothing', async () => {
    const [{ key }, voter] = [await addVotingCompo(8), await addVoter()]
    const ballot = await beginBallot(voter, key)
    expect(await jsonOf(sendVotes(voter, key, { step: 7 }))).toEqual(ballot)
  })

  it('a step beyond the ballot is refused, also for the last of several sets', async () => {
    const [{ key }, voter] = [await addVotingCompo(8), await addVoter()]
    const ballot = await beginBallot(voter, key)
    const sets = [shown(ballot, 0), shown(ballot, 1)]
    for (const wrong of [
      { step: 2, votes: sets.slice(1) },
      { step: 1, votes: [...sets.slice(1), ...sets.slice(0, 1)] },
      { step: Number.MAX_SAFE_INTEGER, votes: sets.slice(0, 1) },
    ])
      expect(await errorOf(sendVotes(voter, key, wrong))).toEqual([400, 'bad_ballot'])
    expect(await readBallot(voter, key)).toEqual(ballot)
  })

  it('several sets are answered at once from a step on', async () => {
    const [{ key }, voter] = [await addVotingCompo(12), await addVoter()]
    const ballot = await beginBallot(voter, key)
    const votes = [voteOf(shown(ballot, 0), shown(ballot, 0)[2] ?? 0), voteOf(shown(ballot, 1), null)]
    const answered = await jsonOf<typeof ballot>(sendVotes(voter, key, { votes }))
    expect(answered).toMatchObject({ step: 2, total: 3 })
    expect(answered.sets.map(({ answer }) => answer)).toEqual([shown(ballot, 0)[2], 'skip', null])
  })
})
