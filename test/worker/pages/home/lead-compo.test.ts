import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { HomeReply } from '../../../../contract/http/home.ts'
import { HOME_REQUEST } from '../../../../contract/http/home.ts'
import {
  addCompo,
  addEntries,
  addEntry,
  closeCompo,
  moveCompo,
  removeAllCompos,
  voteAll,
} from '../../../support/worker/compos.ts'
import { block } from '../../../support/worker/fans-and-blocks.ts'
import { addGroup } from '../../../support/worker/groups.ts'
import { addPerson, addVoter, type Person } from '../../../support/worker/people.ts'
import { rowsRead } from '../../../support/worker/rows-read.ts'
import { requestJson } from '../../../support/worker/site.ts'
import { countTrips } from '../../../support/worker/trips.ts'

const body = { compo: true }
const leadFor = async (as: Person | null) => (await requestJson<HomeReply>('/api/v2/index', { as, body })).compo
const pictureIds = async (as: Person | null) => (await leadFor(as))?.pictures.map(({ id }) => id)

// Starts every test without compos, and an hour after the last, because replies to visitors are cached.
let now = Date.now()
beforeEach(async () => {
  now += 3_600_000
  vi.useFakeTimers({ toFake: ['Date'], now })
  await removeAllCompos()
  return async () => {
    await removeAllCompos()
    vi.useRealTimers()
  }
})

/** Moves the deadlines of a compo by hours. */
const delay = (key: string, hours: number) =>
  env.DB.prepare('UPDATE compos SET ends_at = ends_at + ?2, voting_ends_at = voting_ends_at + ?2 WHERE key = ?1')
    .bind(key, hours * 3_600_000)
    .run()

describe('the compo that leads the home page [1 §2]', () => {
  it('a compo in which the member may vote comes first', async () => {
    const voting = await addCompo()
    await addEntries(voting, 2)
    await moveCompo(voting, 'voting')
    const [open, voter] = [await addCompo(), await addVoter()]
    expect(await leadFor(voter)).toMatchObject({ id: voting, state: 'voting', canVote: true, hasVoted: false })
    expect(await leadFor(await addPerson({ createdAt: Date.now() })), 'a new member may not vote').toMatchObject({
      id: open,
      canVote: false,
    })
  })

  it('a member who has voted may update the vote', async () => {
    const voting = await addCompo()
    await addEntries(voting, 2)
    await moveCompo(voting, 'voting')
    const voter = await addVoter()
    await voteAll(voter, voting, ([first]) => first ?? null)
    expect(await leadFor(voter)).toMatchObject({ id: voting, canVote: true, hasVoted: true })
  })

  it('otherwise the open compo whose entries close next comes first', async () => {
    const [late, next] = [await addCompo(), await addCompo()]
    await delay(late, 5)
    expect(await leadFor(null)).toMatchObject({ id: next, state: 'open', canEnter: false })
    expect(await leadFor(await addPerson())).toMatchObject({ id: next, canEnter: true })
  })

  it.each(['open', 'voting', 'closed'] as const)('a compo of a group leads for nobody when it is %s', async (state) => {
    const [voter, site] = [await addVoter(), await addCompo()]
    await closeCompo(site)
    const key = await addCompo({ groupSlug: await addGroup(voter) })
    await addEntries(key, 2)
    await (state === 'closed' ? closeCompo(key) : moveCompo(key, state))
    for (const viewer of [voter, null]) expect(await leadFor(viewer)).toMatchObject({ id: site })
  })

  it('otherwise the compo with the latest result comes first', async () => {
    const [before, latest] = [await addCompo(), await addCompo()]
    for (const key of [before, latest]) {
      await addEntries(key, 2)
      await closeCompo(key)
      vi.setSystemTime(Date.now() + 60_000)
    }
    expect(await leadFor(null)).toMatchObject({ id: latest, state: 'closed' })
  })

  it('a compo in voting leads for viewers who may not vote, if there is nothing else', async () => {
    const voting = await addCompo({ state: 'voting' })
    expect(await leadFor(null)).toMatchObject({ id: voting, canVote: false })
  })

  it('a compo that has not begun does not lead', async () => {
    const key = await addCompo()
    await env.DB.prepare('UPDATE compos SET starts_at = ?2 WHERE key = ?1')
      .bind(key, Date.now() + 60_000)
      .run()
    expect(await leadFor(await addPerson({ flags: 'm' }))).toBeNull()
  })
})

describe('the pictures of the compo that leads the home page', () => {
  it('an open compo shows its three latest entries without names', async () => {
    const key = await addCompo()
    const entries = await addEntries(key, 4)
    expect(await pictureIds(null)).toEqual(
      entries
        .slice(1)
        .map(({ sketchId }) => sketchId)
        .reverse(),
    )
    const text = JSON.stringify(await leadFor(null))
    for (const { artist } of entries) expect(text).not.toContain(artist.nickname)
  })

  it('a closed compo shows its first places, the winner first', async () => {
    const key = await addCompo()
    const entries = await addEntries(key, 5)
    const winner = entries[1]?.sketchId ?? 0
    await moveCompo(key, 'voting')
    for (let voter = 0; voter < 3; voter++)
      await voteAll(await addVoter(), key, (ids) => (ids.includes(winner) ? winner : null))
    await closeCompo(key)
    const ids = await pictureIds(null)
    expect(ids).toHaveLength(3)
    expect(ids?.[0]).toBe(winner)
  })

  it.each(['open', 'closed'] as const)('a compo that is %s shows only what the viewer sees in lists', async (state) => {
    const [key, artist, blocked] = [await addCompo(), await addPerson(), await addPerson()]
    const shown = await addEntry(key, artist)
    const mature = await addEntry(key, await addPerson(), { mature: true })
    await addEntry(key, await addPerson(), { unlisted: true })
    await addEntry(key, await addPerson(), { violation: 'notsketch' })
    const ofBlocked = await addEntry(key, blocked)
    if (state === 'closed') await closeCompo(key)
    const [adult, blocker] = [await addPerson({ showMature: true }), await addPerson()]
    await block(blocker, blocked)
    const sorted = async (as: Person | null) => (await pictureIds(as))?.toSorted((a, b) => a - b)
    expect(await sorted(null)).toEqual([shown, ofBlocked])
    expect(await sorted(adult)).toEqual([shown, mature, ofBlocked])
    expect(await sorted(blocker)).toEqual([shown])
  })
})

describe('the cost of the compo that leads the home page', () => {
  it('the whole home page takes one trip for a visitor, and two for a member', async () => {
    await addEntries(await addCompo(), 2)
    const trips = async (as?: Person) => (await countTrips('/api/v2/index', { body: HOME_REQUEST, as })).trips
    expect([await trips(), await trips(await addPerson())]).toEqual([1, 2])
  })

  it('the rows it reads do not grow with past compos and their entries', async () => {
    const voter = await addVoter()
    const addClosed = async (count: number, entries: number) => {
      for (let compo = 0; compo < count; compo++) {
        const key = await addCompo()
        await addEntries(key, entries)
        await closeCompo(key)
      }
    }
    const cost = () => rowsRead('/api/v2/index', { as: voter, body })
    await addClosed(20, 3)
    const open = await addCompo()
    await addEntries(open, 3)
    const few = await cost()
    await addClosed(20, 1)
    await addEntries(open, 20)
    expect(await cost()).toBeLessThanOrEqual(few)
    expect(few).toBeLessThanOrEqual(40)
  })
})
