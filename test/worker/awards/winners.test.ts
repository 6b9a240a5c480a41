import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { closeAwards } from '../../../worker/features/awards/closing.ts'
import { deleteAccounts } from '../../../worker/features/leaving/erase.ts'
import { openDb } from '../../../worker/lib/database.ts'
import {
  addAwards,
  addCategory,
  addNominee,
  closeYear,
  type Nominee,
  readCategory,
  sendVote,
} from '../../support/worker/awards.ts'
import { profileOf } from '../../support/worker/fans-and-blocks.ts'
import { addVoter, type Person } from '../../support/worker/people.ts'
import { jsonOf, requestJson } from '../../support/worker/site.ts'
import { mergeAccounts } from '../../support/worker/staff.ts'

/** A year in voting, whose nominees have these numbers of votes. */
async function addVoted(votes: readonly number[], kind: 'artist' | 'sketch' = 'sketch') {
  const year = await addAwards('voting')
  const categoryId = await addCategory(year, kind)
  const nominees: Nominee[] = []
  const voters: Person[] = []
  for (const count of votes) {
    const nominee = await addNominee(categoryId)
    nominees.push(nominee)
    for (let number = 0; number < count; number++) {
      const voter = await addVoter()
      voters.push(voter)
      await jsonOf(sendVote(voter, categoryId, nominee.id))
    }
  }
  return { year, categoryId, nominees, voters }
}

const idsOf = (nominees: readonly { id: number }[]) => nominees.map(({ id }) => id)
const winnersOf = async (year: number) => {
  const { sketches, artists } = await readCategory(year)
  return idsOf([...sketches, ...artists].filter(({ isWinner }) => isWinner))
}
const noticesOf = (as: Person) => requestJson<NotificationList>('/api/v2/notices?category=features', { as })

describe('the winners of a year', () => {
  it.each(['sketch', 'artist'] as const)(
    'the %s with the most votes wins once voting has ended [1 §3]',
    async (kind) => {
      const { year, nominees } = await addVoted([1, 2, 0], kind)
      expect(await winnersOf(year)).toEqual([])
      await closeYear(year)
      expect(await readCategory(year)).toMatchObject({ winner: nominees[1]?.id, votes: 3 })
      expect(await winnersOf(year)).toEqual([nominees[1]?.id])
    },
  )

  it('nominees with equal votes share the award, and the first nominated one is named', async () => {
    const { year, nominees } = await addVoted([1, 2, 2])
    await closeYear(year)
    expect(await winnersOf(year)).toEqual(idsOf(nominees.slice(1)))
    expect((await readCategory(year)).winner).toBe(nominees[1]?.id)
  })

  it('a category without a vote has no winner', async () => {
    const { year } = await addVoted([0, 0])
    await closeYear(year)
    expect(await readCategory(year)).toMatchObject({ winner: null, votes: 0 })
  })

  it('a sketch that is hidden from lists cannot win, so the next one wins', async () => {
    const { year, nominees } = await addVoted([2, 1])
    await env.DB.prepare("UPDATE sketches SET violation = 'copyright' WHERE id = ?").bind(nominees[0]?.id).run()
    await closeYear(year)
    expect(await winnersOf(year)).toEqual([nominees[1]?.id])
  })

  it('the job publishes once, however often and late it runs', async () => {
    const { year, nominees } = await addVoted([1])
    const artist = nominees[0]?.artist as Person
    await closeYear(year)
    await Promise.all([1, 2].map(() => closeAwards(openDb(env.DB), Date.now() + 1_000_000)))
    expect(await winnersOf(year)).toEqual(idsOf(nominees))
    expect((await noticesOf(artist)).items).toHaveLength(1)
  })

  it('the job does not change a year in voting', async () => {
    const { year } = await addVoted([1])
    await closeAwards(openDb(env.DB), Date.now())
    expect(await winnersOf(year)).toEqual([])
  })

  it('the artist is notified of the award', async () => {
    const { year, nominees } = await addVoted([1])
    await closeYear(year)
    const { items } = await noticesOf(nominees[0]?.artist as Person)
    expect(items).toMatchObject([{ actor: null, sketch: { id: nominees[0]?.id }, award: { year }, read: false }])
  })
})

describe('badges', () => {
  const awardsOf = async (person: Person, as: Person | null = null) => {
    const profile = await profileOf(person, as)
    return profile.hidden ? null : profile.awards
  }
  const pageOf = (id: number) => requestJson<ShownSketch>(`/api/v2/sketch/${id}`)

  it('a sketch that won, and its artist, have the award once voting has closed [1 §3]', async () => {
    const { year, nominees } = await addVoted([1, 0])
    const [winner, other] = nominees as [Nominee, Nominee]
    expect((await pageOf(winner.id)).awardCategories).toEqual([])
    await closeYear(year)
    const { title: category } = await readCategory(year)
    expect((await pageOf(winner.id)).awardCategories).toEqual([{ year, category, sketchId: winner.id }])
    expect(await awardsOf(winner.artist)).toEqual([{ year, category, sketchId: winner.id }])
    expect((await pageOf(other.id)).awardCategories).toEqual([])
    expect(await awardsOf(other.artist)).toEqual([])
  })

  it('an artist who won has the award on their profile', async () => {
    const { year, nominees } = await addVoted([1], 'artist')
    await closeYear(year)
    expect(await awardsOf(nominees[0]?.artist as Person)).toMatchObject([{ year, sketchId: null }])
  })

  it('the award of a mature sketch is on the profile for viewers who see the sketch [1 §5]', async () => {
    const { year, nominees } = await addVoted([1])
    const { id, artist } = nominees[0] as Nominee
    await closeYear(year)
    await env.DB.prepare('UPDATE sketches SET mature = 1 WHERE id = ?').bind(id).run()
    expect(await awardsOf(artist)).toEqual([])
    expect(await awardsOf(artist, await addVoter({ showMature: true }))).toHaveLength(1)
    expect(await awardsOf(artist, artist)).toHaveLength(1)
  })

  it('pages of sketches and profiles contain the year whose nominations are open', async () => {
    const nominee = await addNominee(await addCategory(await addAwards('closed', 2900)))
    expect((await pageOf(nominee.id)).nominationsYear).toBeNull()
    const year = await addAwards('nominating', 2901)
    expect((await pageOf(nominee.id)).nominationsYear).toBe(year)
    expect(await profileOf(nominee.artist)).toMatchObject({ nominationsYear: year })
  })
})

describe('accounts that are deleted or merged', () => {
  const deleteNow = async (person: Person) => {
    await env.DB.prepare('UPDATE users SET deletes_at = 1 WHERE id = ?').bind(person.id).run()
    await deleteAccounts(openDb(env.DB), env, Date.now())
  }

  it('the votes of a deleted account still count, without their voter', async () => {
    const { year, categoryId, nominees, voters } = await addVoted([1])
    await deleteNow(voters[0] as Person)
    await closeYear(year)
    expect(await winnersOf(year)).toEqual(idsOf(nominees))
    const vote = await env.DB.prepare('SELECT voter_id FROM award_votes WHERE category_id = ?').bind(categoryId).first()
    expect(vote).toEqual({ voter_id: null })
  })

  it.each(['sketch', 'artist'] as const)(
    'a nominated %s of a deleted account is removed with its votes',
    async (kind) => {
      const { year, nominees } = await addVoted([2, 1], kind)
      await deleteNow(nominees[0]?.artist as Person)
      await closeYear(year)
      expect(await winnersOf(year)).toEqual([nominees[1]?.id])
      expect((await readCategory(year)).votes).toBe(1)
    },
  )

  it('a merged artist has the votes of both accounts', async () => {
    const { year, nominees } = await addVoted([2, 3, 2], 'artist')
    await mergeAccounts(nominees[0]?.artist as Person, nominees[2]?.artist as Person)
    await closeYear(year)
    expect(await winnersOf(year)).toEqual([nominees[2]?.id])
    expect((await readCategory(year)).artists).toHaveLength(2)
  })

  it('a merge keeps the target’s vote in each category and removes votes for the merged member', async () => {
    const { year, categoryId, nominees, voters } = await addVoted([1, 1], 'artist')
    const [first, second] = voters as [Person, Person]
    await mergeAccounts(first, second)
    expect((await readCategory(year, second)).vote).toBe(nominees[1]?.id)
    await mergeAccounts(second, nominees[1]?.artist as Person)
    const votes = await env.DB.prepare('SELECT count(*) AS n FROM award_votes WHERE category_id = ?')
      .bind(categoryId)
      .first()
    expect(votes).toEqual({ n: 0 })
  })
})
