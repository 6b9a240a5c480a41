import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ChallengeList } from '../../../contract/http/challenges.ts'
import { PENDING_SUGGESTIONS_MAX } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { beginChallenge } from '../../../worker/features/challenges/schedule.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { queueCall, queueFor, suggest } from '../../support/worker/challenges.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { askJson, jsonOf, refusal } from '../../support/worker/site.ts'

const DAY_MS = 86_400_000
const MIDNIGHT = Math.floor(Date.now() / DAY_MS) * DAY_MS

const begin = (now: number) => beginChallenge(openDb(env.DB), now)
const begun = async () => (await askJson<ChallengeList>('/api/v2/challenge', { as: staff })).items
const titles = (ideas: readonly { title: string }[]) => ideas.map(({ title }) => title)

let staff: Person

beforeEach(async () => {
  for (const table of ['challenge_entries', 'challenges', 'challenge_ideas'])
    await env.DB.prepare(`DELETE FROM ${table}`).run()
  staff = await addPerson({ flags: 'm' })
})

describe('a suggestion [1 §5]', () => {
  it('waits with a title and a description until staff have read it, once', async () => {
    const mira = await addPerson()
    for (let said = 0; said < 2; said++) await jsonOf(suggest(mira, ' A  window ', 'From inside.'))
    const { queue, suggestions } = await queueFor(staff)
    expect(queue).toEqual([])
    expect(suggestions).toEqual([
      {
        id: expect.any(Number),
        title: 'A window',
        description: 'From inside.',
        user: expect.objectContaining({ id: mira.id }),
        date: null,
      },
    ])
    expect(await refusal(suggest(mira, ''))).toEqual([400, 'bad_request'])
    expect(await refusal(suggest(mira, 'x'.repeat(65)))).toEqual([400, 'bad_request'])
    expect(await refusal(suggest(mira, 'x', 'y'.repeat(1025)))).toEqual([400, 'bad_request'])
  })

  it('is refused where ten of the same member wait', async () => {
    const mira = await addPerson()
    for (let made = 0; made < PENDING_SUGGESTIONS_MAX; made++) await jsonOf(suggest(mira, `Idea ${made}`))
    expect(await refusal(suggest(mira, 'One more'))).toEqual([409, 'suggestions_waiting'])
    expect((await suggest(await addPerson(), 'One more')).status).toBe(200)
  })

  it('is taken into the queue by staff in words of theirs, and is its member’s idea then', async () => {
    const mira = await addPerson()
    await jsonOf(suggest(mira, 'windw'))
    const [idea] = (await queueFor(staff)).suggestions
    await jsonOf(queueCall(staff, '', { id: idea?.id, title: 'A window', description: 'Any.' }))
    await begin(MIDNIGHT)
    const [challenge] = await begun()
    const page = await askJson(`/api/v2/challenge/${challenge?.id}`)
    expect(page).toMatchObject({ title: 'A window', description: 'Any.', user: { id: mira.id } })
    expect(await queueFor(staff)).toEqual({ queue: [], suggestions: [] })
  })

  it('is declined by staff; both stand in their log', async () => {
    const mira = await addPerson()
    for (const title of ['Fog', 'Rain']) await jsonOf(suggest(mira, title))
    const [fog, rain] = (await queueFor(staff)).suggestions
    await jsonOf(queueCall(staff, '', { id: fog?.id, title: 'Thick fog', description: '' }))
    await jsonOf(queueCall(staff, 'remove', { id: rain?.id, reason: 'Had that.' }))
    const { results } = await env.DB.prepare(
      'SELECT action, user_id, reason, changes FROM audit_log WHERE staff_id = ? ORDER BY id',
    )
      .bind(staff.id)
      .all()
    expect(results).toEqual([
      { action: 'challenge_approve', user_id: mira.id, reason: '', changes: '{"title":["Fog","Thick fog"]}' },
      {
        action: 'challenge_reject',
        user_id: mira.id,
        reason: 'Had that.',
        changes: '{"title":["Rain",null],"description":["",null]}',
      },
    ])
    expect(await refusal(queueCall(staff, 'remove', { id: rain?.id }))).toEqual([404, 'not_found'])
  })
})

describe('the queue [decisions, Challenges]', () => {
  const fill = async (...words: string[]) => {
    for (const title of words) await jsonOf(queueCall(staff, '', { title, description: '' }))
  }

  it('gives one challenge a day at 00:00 UTC, the first in it', async () => {
    await fill('Sea', 'Sand', 'Sky')
    await begin(MIDNIGHT)
    expect(await begun()).toMatchObject([{ title: 'Sea', date: toWireTime(MIDNIGHT) }])
    await begin(MIDNIGHT + DAY_MS)
    expect(titles(await begun())).toEqual(['Sand', 'Sea'])
    expect(titles((await queueFor(staff)).queue)).toEqual(['Sky'])
  })

  it('gives none twice, however often a day is looked at', async () => {
    await fill('Sea', 'Sand')
    await Promise.all([begin(MIDNIGHT), begin(MIDNIGHT), begin(MIDNIGHT + 900_000)])
    expect(titles(await begun())).toEqual(['Sea'])
    expect(titles((await queueFor(staff)).queue)).toEqual(['Sand'])
  })

  it('that was empty at midnight gives the challenge of the day when there is one', async () => {
    await begin(MIDNIGHT)
    expect(await begun()).toEqual([])
    await fill('Sea')
    await begin(MIDNIGHT + 900_000)
    expect(await begun()).toMatchObject([{ title: 'Sea', date: toWireTime(MIDNIGHT) }])
  })

  it('says of each on which day it begins', async () => {
    await fill('Sea', 'Sand', 'Sky')
    const dates = async () => (await queueFor(staff)).queue.map(({ date }) => date)
    const from = (day: number) => [0, 1, 2].map((later) => toWireTime(MIDNIGHT + (day + later) * DAY_MS))
    expect(await dates()).toEqual(from(0))
    await begin(Date.now())
    expect(await dates()).toEqual(from(1).slice(0, 2))
  })

  it('is put in order one step at a time, and stays as it is at its ends', async () => {
    await fill('Sea', 'Sand', 'Sky')
    const move = async (title: string, to: 'earlier' | 'later') => {
      const { queue } = await queueFor(staff)
      await jsonOf(queueCall(staff, 'move', { id: queue.find((idea) => idea.title === title)?.id, to }))
      return titles((await queueFor(staff)).queue)
    }
    expect(await move('Sky', 'earlier')).toEqual(['Sea', 'Sky', 'Sand'])
    expect(await move('Sea', 'later')).toEqual(['Sky', 'Sea', 'Sand'])
    expect(await move('Sky', 'earlier')).toEqual(['Sky', 'Sea', 'Sand'])
    expect(await move('Sand', 'later')).toEqual(['Sky', 'Sea', 'Sand'])
  })

  it('takes the same title once, and its words can be changed until it begins', async () => {
    await fill('Sea', 'Sea')
    const [sea] = (await queueFor(staff)).queue
    await jsonOf(queueCall(staff, '', { id: sea?.id, title: 'The sea', description: 'At night.' }))
    expect((await queueFor(staff)).queue).toMatchObject([{ id: sea?.id, title: 'The sea', description: 'At night.' }])
    await begin(MIDNIGHT)
    expect(await refusal(queueCall(staff, '', { id: sea?.id, title: 'Land', description: '' }))).toEqual([
      404,
      'not_found',
    ])
  })
})
