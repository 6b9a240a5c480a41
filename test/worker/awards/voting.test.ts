import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FIRST_AWARDS_YEAR } from '../../../contract/award-state.ts'
import type { AwardsInfo } from '../../../contract/http/awards.ts'
import { clearIsolateCaches } from '../../../worker/lib/isolate-cache.ts'
import {
  addAwards,
  addCategory,
  addNominee,
  closeYear,
  moveAwards,
  nominateSketch,
  readAwards,
  readCategory,
  readSharedAwards,
  sendVote,
  withdraw,
} from '../../support/worker/awards.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addPerson, addVoter, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { impersonate } from '../../support/worker/staff.ts'
import { countTrips } from '../../support/worker/trips.ts'

async function addVoting(kind: 'artist' | 'sketch' = 'sketch') {
  const year = await addAwards('voting')
  const categoryId = await addCategory(year, kind)
  const [first, second] = [await addNominee(categoryId), await addNominee(categoryId)]
  return { year, categoryId, first, second, voter: await addVoter() }
}

const votesIn = async (categoryId: number) =>
  (await env.DB.prepare('SELECT count(*) AS n FROM award_votes WHERE category_id = ?')
    .bind(categoryId)
    .first<number>('n')) ?? 0

describe('a vote', () => {
  it.each(['sketch', 'artist'] as const)(
    'a vote for a nominated %s is recorded once, also by parallel calls [1 §4]',
    async (kind) => {
      const { year, categoryId, first, voter } = await addVoting(kind)
      await Promise.all([1, 2, 3].map(() => jsonOf(sendVote(voter, categoryId, first.id))))
      expect(await votesIn(categoryId)).toBe(1)
      expect(await readCategory(year, voter)).toMatchObject({
        vote: first.id,
        hasVoted: true,
        votes: null,
        winner: null,
      })
      expect(await readCategory(year, await addVoter())).toMatchObject({ vote: null, hasVoted: false })
    },
  )

  it('staff who impersonate a voter see that there is a vote, but not for whom', async () => {
    const { year, categoryId, first, voter } = await addVoting()
    await jsonOf(sendVote(voter, categoryId, first.id))
    const staff = await addPerson({ flags: 'm' })
    await impersonate(staff, voter)
    expect(await readCategory(year, staff)).toMatchObject({ vote: null, hasVoted: true })
  })

  it('another vote is refused until the first is cleared [1 §4]', async () => {
    const { year, categoryId, first, second, voter } = await addVoting()
    await jsonOf(sendVote(voter, categoryId, first.id))
    expect(await errorOf(sendVote(voter, categoryId, second.id))).toEqual([409, 'voted_already'])
    await jsonOf(sendVote(voter, categoryId, null))
    expect(await readCategory(year, voter)).toMatchObject({ vote: null, hasVoted: false })
    await jsonOf(sendVote(voter, categoryId, second.id))
    expect((await readCategory(year, voter)).vote).toBe(second.id)
  })

  it('clearing a vote that is not there changes nothing', async () => {
    const { categoryId, voter } = await addVoting()
    await jsonOf(sendVote(voter, categoryId, null))
  })

  it('a member has one vote in each category', async () => {
    const { year, categoryId, first, voter } = await addVoting()
    const other = await addCategory(year)
    const nominee = await addNominee(other)
    await jsonOf(sendVote(voter, categoryId, first.id))
    await jsonOf(sendVote(voter, other, nominee.id))
    expect((await readAwards(year, voter)).categories.map(({ vote }) => vote)).toEqual([first.id, nominee.id])
  })

  it('nobody votes for themselves or their own sketch', async () => {
    const { categoryId } = await addVoting()
    const artist = await addVoter()
    const own = await addNominee(categoryId, { artist })
    expect(await errorOf(sendVote(artist, categoryId, own.id))).toEqual([403, 'own_nomination'])
    expect(await votesIn(categoryId)).toBe(0)
  })

  it('a visitor and a member of less than a day cannot vote [1 §6]', async () => {
    const { year, categoryId, first } = await addVoting()
    const newcomer = await addPerson()
    expect(await errorOf(sendVote(null, categoryId, first.id))).toEqual([401, 'not_logged_in'])
    expect(await errorOf(sendVote(newcomer, categoryId, first.id))).toEqual([403, 'too_new_to_vote'])
    expect((await readAwards(year, newcomer)).canVote).toBe(false)
  })

  it.each(['upcoming', 'nominating', 'waiting', 'closed'] as const)(
    'votes are neither cast nor cleared while a year is %s',
    async (state) => {
      const { year, categoryId, first, second, voter } = await addVoting()
      await jsonOf(sendVote(voter, categoryId, first.id))
      await moveAwards(year, state)
      expect(await errorOf(sendVote(voter, categoryId, null))).toEqual([409, 'award_voting_closed'])
      expect(await errorOf(sendVote(voter, categoryId, second.id))).toEqual([409, 'award_voting_closed'])
      expect(await errorOf(sendVote(await addVoter(), categoryId, first.id))).toEqual([409, 'award_voting_closed'])
      expect(await votesIn(categoryId)).toBe(1)
    },
  )

  it('a vote names a nominee of its category', async () => {
    const { year, categoryId, voter } = await addVoting()
    const elsewhere = await addNominee(await addCategory(year))
    expect(await errorOf(sendVote(voter, categoryId, elsewhere.id))).toEqual([404, 'not_found'])
    expect(await errorOf(sendVote(voter, 999_999, elsewhere.id))).toEqual([404, 'not_found'])
    expect(await errorOf(sendVote(voter, 999_999, null))).toEqual([404, 'not_found'])
  })

  it('a voter cannot vote for blocked members or for mature sketches that they do not see', async () => {
    const { categoryId, first, voter } = await addVoting()
    await block(first.artist, voter)
    const mature = await addNominee(categoryId, { sketch: { mature: true } })
    expect(await errorOf(sendVote(voter, categoryId, first.id))).toEqual([404, 'not_found'])
    expect(await errorOf(sendVote(voter, categoryId, mature.id))).toEqual([404, 'not_found'])
  })

  it('a vote for a nominee that the voter no longer sees can still be cleared', async () => {
    const { year, categoryId, first, voter } = await addVoting()
    await jsonOf(sendVote(voter, categoryId, first.id))
    await block(voter, first.artist)
    expect(await readCategory(year, voter)).toMatchObject({ vote: null, hasVoted: true })
    await jsonOf(sendVote(voter, categoryId, null))
    expect((await readCategory(year, voter)).hasVoted).toBe(false)
  })

  it.each([{}, { cat: 1 }, { obj: 1 }, { cat: '1', obj: 1 }, { cat: 1, obj: 0 }, { cat: 1, obj: 1, year: 1 }])(
    'the malformed vote %j is refused',
    async (body) => {
      expect(await errorOf(sendRequest('/api/v2/awards/vote', { as: await addVoter(), body }))).toEqual([
        400,
        'bad_request',
      ])
    },
  )

  it('the vote of a deleted sketch is gone, so that its voter can vote again', async () => {
    const { categoryId, first, second, voter } = await addVoting()
    await jsonOf(sendVote(voter, categoryId, first.id))
    await jsonOf(sendRequest(`/api/v2/sketch/${first.id}`, { as: first.artist, body: { action: 'delete' } }))
    expect(await votesIn(categoryId)).toBe(0)
    await jsonOf(sendVote(voter, categoryId, second.id))
  })
})

describe('the preview of a vote', () => {
  const logged = async (staff: Person) =>
    env.DB.prepare('SELECT action, target_type, target_id FROM audit_log WHERE staff_id = ?').bind(staff.id).all()

  it('staff see the numbers of votes so far, with an entry in the staff log once an hour', async () => {
    const { year, categoryId, first, second, voter } = await addVoting()
    await jsonOf(sendVote(voter, categoryId, second.id))
    const staff = await addPerson({ flags: 'm' })
    expect(await readAwards(year, staff, '&vp=1')).toMatchObject({ vote_preview: true })
    const { sketches } = await readCategory(year, staff, '&vp=1')
    expect(sketches.map(({ id, votes }) => [id, votes])).toEqual([
      [first.id, 0],
      [second.id, 1],
    ])
    expect((await logged(staff)).results).toEqual([
      { action: 'awards_preview', target_type: 'awards', target_id: year },
    ])
  })

  it('without `vp`, staff see no numbers and nothing is logged', async () => {
    const { year } = await addVoting()
    const staff = await addPerson({ flags: 'm' })
    expect((await readCategory(year, staff)).sketches.map(({ votes }) => votes)).toEqual([null, null])
    expect((await logged(staff)).results).toEqual([])
  })

  it('only staff can preview the votes', async () => {
    const { year, voter } = await addVoting()
    const ask = (as: Person | null) => sendRequest(`/api/v2/awards/info?year=${year}&vp=1`, { as })
    expect(await errorOf(ask(null))).toEqual([403, 'forbidden'])
    expect(await errorOf(ask(voter))).toEqual([403, 'forbidden'])
  })
})

describe('the cost of the page', () => {
  it('the page waits for at most two sequential trips', async () => {
    const { year, voter } = await addVoting()
    const { rounds } = await countTrips(`/api/v2/awards/info?year=${year}`, { as: voter })
    expect(rounds).toBeLessThanOrEqual(2)
  })

  it('the page reads no more rows with many votes or many nominees of other years', async () => {
    const { year, categoryId, first, voter } = await addVoting()
    const path = `/api/v2/awards/info?year=${year}`
    clearIsolateCaches()
    const few = await rowsRead(path, { as: voter })
    for (let number = 0; number < 20; number++) await jsonOf(sendVote(await addVoter(), categoryId, first.id))
    const other = await addCategory(await addAwards('voting'))
    for (let number = 0; number < 30; number++) await addNominee(other)
    clearIsolateCaches()
    expect((await rowsRead(path, { as: voter })) - few).toBeLessThanOrEqual(10)
  })

  it('votes are summed only once there is a result', async () => {
    const { year, categoryId, voter } = await addVoting()
    for (let number = 0; number < 10; number++) await addNominee(categoryId)
    const read = () => {
      clearIsolateCaches()
      return rowsRead(`/api/v2/awards/info?year=${year}`, { as: voter })
    }
    const before = await read()
    await closeYear(year)
    expect((await read()) - before).toBeGreaterThanOrEqual(12)
  })
})

describe('the page of visitors', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => vi.useRealTimers())

  const pathOf = (year: number) => `/api/v2/awards/info?year=${year}`
  const nomineesOf = async (year: number) =>
    (await requestJson<AwardsInfo>(pathOf(year))).categories.flatMap(({ sketches }) => sketches.map(({ id }) => id))

  it("visitors' awards are read once in five seconds", async () => {
    const { year } = await addVoting()
    const now = Date.now()
    for (const path of [pathOf(year), `/awards/${year}`]) {
      vi.setSystemTime(now)
      expect(await rowsRead(path)).toBeGreaterThan(0)
      vi.setSystemTime(now + 4000)
      expect([path, await rowsRead(path)]).toEqual([path, 0])
    }
  })

  it("visitors' awards are at most five seconds old", async () => {
    const { year, categoryId, first, second } = await addVoting()
    const now = Date.now()
    vi.setSystemTime(now)
    expect(await nomineesOf(year)).toEqual([first.id, second.id])
    const third = await addNominee(categoryId)
    vi.setSystemTime(now + 5000)
    expect(await nomineesOf(year)).toEqual([first.id, second.id, third.id])
  })

  it('the awards of a member and those of another year are not the shared ones', async () => {
    const { year, categoryId, first, voter } = await addVoting()
    await nomineesOf(year)
    await jsonOf(sendVote(voter, categoryId, first.id))
    expect(await readCategory(year, voter)).toMatchObject({ vote: first.id })
    expect((await requestJson<AwardsInfo>(pathOf(year))).categories).toMatchObject([{ vote: null, hasVoted: false }])
    expect(await nomineesOf(await addAwards())).toEqual([])
  })
})

describe('the page of members', () => {
  beforeEach(() => {
    clearIsolateCaches()
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => vi.useRealTimers())

  it.each(['sketch', 'artist'] as const)('members read the nominees once in five seconds: kind %s', async (kind) => {
    const { year, categoryId } = await addVoting(kind)
    for (let number = 0; number < 30; number++) await addNominee(categoryId)
    const rows = async () => rowsRead(`/api/v2/awards/info?year=${year}`, { as: await addVoter() })
    const first = await rows()
    // The look-up of blocks counts a row for each nominated artist.
    expect(first - (await rows())).toBeGreaterThan(4 * 30)
    vi.setSystemTime(Date.now() + 5000)
    expect(await rows()).toBe(first)
  })

  it.each([
    ['that do not exist', 2985, 404],
    ['without nominees', FIRST_AWARDS_YEAR, 200],
  ])('calls for years %s do not remove the nominees that members share', async (_, from, status) => {
    const { year, categoryId, voter } = await addVoting()
    for (let number = 0; number < 30; number++) await addNominee(categoryId)
    const rows = async () => rowsRead(`/api/v2/awards/info?year=${year}`, { as: await addVoter() })
    const first = await rows()
    for (let other = from; other < from + 12; other++)
      expect((await sendRequest(`/api/v2/awards/info?year=${other}`, { as: voter })).status).toBe(status)
    expect(first - (await rows())).toBeGreaterThan(4 * 30)
  })

  it('the nominees that members share are at most five seconds old', async () => {
    const { year, categoryId, first, second, voter } = await addVoting()
    const idsFor = async (as: Person) =>
      (await readSharedAwards(year, as)).categories.flatMap(({ sketches }) => sketches.map(({ id }) => id))
    await idsFor(voter)
    const third = await addNominee(categoryId)
    expect(await idsFor(await addPerson({ flags: 'm' }))).toEqual([first.id, second.id, third.id])
    vi.setSystemTime(Date.now() + 5000)
    expect(await idsFor(voter)).toEqual([first.id, second.id, third.id])
  })

  it('staff read the votes of a preview once a minute, and no other page shows them', async () => {
    const { year, categoryId, second, voter } = await addVoting()
    const staff = await addPerson({ flags: 'm' })
    const votesFor = async (as: Person, query = '') =>
      (await readSharedAwards(year, as, query)).categories.flatMap(({ sketches }) => sketches.map(({ votes }) => votes))
    await jsonOf(sendVote(voter, categoryId, second.id))
    expect(await votesFor(staff, '&vp=1')).toEqual([0, 1])
    await jsonOf(sendVote(await addVoter(), categoryId, second.id))
    vi.setSystemTime(Date.now() + 59_000)
    expect(await votesFor(await addPerson({ flags: 'a' }), '&vp=1')).toEqual([0, 1])
    expect([await votesFor(staff), await votesFor(voter)]).toEqual([
      [null, null],
      [null, null],
    ])
    vi.setSystemTime(Date.now() + 1000)
    expect(await votesFor(staff, '&vp=1')).toEqual([0, 2])
  })

  it('a member sees their own votes, nominations and blocks at once', async () => {
    const year = await addAwards('nominating')
    const categoryId = await addCategory(year)
    const [first, second, mira, noor] = [
      await addNominee(categoryId),
      await addNominee(categoryId),
      await addVoter(),
      await addVoter(),
    ]
    const sketchesFor = async (as: Person) =>
      (await readSharedAwards(year, as)).categories[0]?.sketches.map(({ id, nominatedByMe }) => [id, nominatedByMe])
    await sketchesFor(noor)
    const added = await addSketch(noor)
    await jsonOf(nominateSketch(mira, categoryId, added))
    expect(await sketchesFor(mira)).toEqual([
      [first.id, false],
      [second.id, false],
      [added, true],
    ])
    await jsonOf(withdraw(mira, categoryId, added))
    await block(mira, first.artist)
    await block(second.artist, noor)
    expect([await sketchesFor(mira), await sketchesFor(noor)]).toEqual([[[second.id, false]], [[first.id, false]]])
    await moveAwards(year, 'voting')
    await jsonOf(sendVote(mira, categoryId, second.id))
    expect((await readSharedAwards(year, mira)).categories).toMatchObject([{ vote: second.id, hasVoted: true }])
  })

  it('a nominee that is mature is shared with members who see mature sketches, and with its artist [1 §5]', async () => {
    const year = await addAwards('voting')
    const categoryId = await addCategory(year)
    const nominee = await addNominee(categoryId, { sketch: { mature: true } })
    const shown = async (as: Person) => (await readSharedAwards(year, as)).categories[0]?.sketches.map(({ id }) => id)
    expect(await shown(await addPerson())).toEqual([])
    expect(await shown(await addPerson({ showMature: true }))).toEqual([nominee.id])
    expect(await shown(nominee.artist)).toEqual([nominee.id])
  })
})
