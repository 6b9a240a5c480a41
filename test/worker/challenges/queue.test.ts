import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ChallengeListReply, OwnSuggestions } from '../../../contract/http/challenges.ts'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import { CHALLENGE_QUEUE_MAX, PENDING_SUGGESTIONS_MAX, STAFF_REASON_MAX } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { beginChallenge } from '../../../worker/features/challenges/schedule.ts'
import { openDb } from '../../../worker/lib/database.ts'
import {
  addChallenge,
  addSuggestion,
  challengeOf,
  postToQueue,
  queueFor,
  suggestChallenge,
} from '../../support/worker/challenges.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { staffLogOf } from '../../support/worker/staff.ts'

const DAY_MS = 86_400_000
const MIDNIGHT = Math.floor(Date.now() / DAY_MS) * DAY_MS

const startNextChallenge = (now: number) => beginChallenge({ db: openDb(env.DB), env }, now)
const startedChallenges = async () => (await requestJson<ChallengeListReply>('/api/v2/challenge', { as: staff })).items
const titles = (ideas: readonly { title: string }[]) => ideas.map(({ title }) => title)

let staff: Person

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM notifications WHERE challenge_id IS NOT NULL').run()
  for (const table of ['challenge_entries', 'challenges', 'challenge_ideas'])
    await env.DB.prepare(`DELETE FROM ${table}`).run()
  staff = await addPerson({ flags: 'm' })
})

describe('suggestions of challenges [1 §5]', () => {
  it('a repeated suggestion waits for staff once', async () => {
    const mira = await addPerson()
    for (let count = 0; count < 2; count++) await jsonOf(suggestChallenge(mira, ' A  window ', 'From inside.'))
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
  })

  it('a suggestion has a title of 1 to 64 and a description of up to 1,024 characters', async () => {
    const mira = await addPerson()
    expect(await errorOf(suggestChallenge(mira, ''))).toEqual([400, 'bad_request'])
    expect(await errorOf(suggestChallenge(mira, 'x'.repeat(65)))).toEqual([400, 'bad_request'])
    expect(await errorOf(suggestChallenge(mira, 'x', 'y'.repeat(1025)))).toEqual([400, 'bad_request'])
  })

  it('a member may have ten suggestions waiting', async () => {
    const mira = await addPerson()
    for (let made = 0; made < PENDING_SUGGESTIONS_MAX; made++) await jsonOf(suggestChallenge(mira, `Idea ${made}`))
    expect(await errorOf(suggestChallenge(mira, 'One more'))).toEqual([409, 'suggestion_limit'])
    expect((await suggestChallenge(await addPerson(), 'One more')).status).toBe(200)
  })

  it('staff may reword a suggestion that they queue', async () => {
    await jsonOf(suggestChallenge(await addPerson(), 'windw'))
    const [idea] = (await queueFor(staff)).suggestions
    await jsonOf(postToQueue(staff, '', { id: idea?.id, title: 'A window', description: 'Any.' }))
    expect(await queueFor(staff)).toMatchObject({ queue: [{ title: 'A window' }], suggestions: [] })
    await startNextChallenge(MIDNIGHT)
    const [challenge] = await startedChallenges()
    const page = await requestJson(`/api/v2/challenge/${challenge?.id}`)
    expect(page).toMatchObject({ title: 'A window', description: 'Any.' })
    expect(await queueFor(staff)).toEqual({ queue: [], suggestions: [] })
  })

  it('a suggestion that staff reworded is credited to its member', async () => {
    const mira = await addPerson()
    await jsonOf(suggestChallenge(mira, 'windw'))
    const [idea] = (await queueFor(staff)).suggestions
    await jsonOf(postToQueue(staff, '', { id: idea?.id, title: 'A window', description: 'Any.' }))
    await startNextChallenge(MIDNIGHT)
    const [challenge] = await startedChallenges()
    expect(await requestJson(`/api/v2/challenge/${challenge?.id}`)).toMatchObject({ user: { id: mira.id } })
  })

  it('approved and declined suggestions are written to the audit log', async () => {
    const mira = await addPerson()
    for (const title of ['Fog', 'Rain']) await jsonOf(suggestChallenge(mira, title))
    const [fog, rain] = (await queueFor(staff)).suggestions
    await jsonOf(postToQueue(staff, '', { id: fog?.id, title: 'Thick fog', description: '' }))
    await jsonOf(postToQueue(staff, 'remove', { id: rain?.id, reason: 'Had that.' }))
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
  })

  it('a member sees their own waiting suggestions and takes them back', async () => {
    const [mira, other] = [await addPerson(), await addPerson()]
    const [fog, rain] = [await addSuggestion(mira, 'Fog'), await addSuggestion(mira, 'Rain')]
    const ownOf = (as: Person) => requestJson<OwnSuggestions>('/api/v2/challenge/suggestions', { as })
    const withdraw = (as: Person | null, id: number) => sendRequest('/api/v2/challenge/withdraw', { as, body: { id } })
    expect((await ownOf(mira)).items).toEqual([
      { id: fog, title: 'Fog' },
      { id: rain, title: 'Rain' },
    ])
    expect((await ownOf(other)).items).toEqual([])
    expect(await errorOf(withdraw(other, fog))).toEqual([404, 'not_found'])
    await jsonOf(withdraw(mira, fog))
    expect(titles((await ownOf(mira)).items)).toEqual(['Rain'])
    await jsonOf(postToQueue(staff, '', { id: rain, title: 'Rain', description: '' }))
    expect(await errorOf(withdraw(mira, rain))).toEqual([404, 'not_found'])
  })

  it('the author of a declined suggestion is told why', async () => {
    const mira = await addPerson()
    const id = await addSuggestion(mira, 'Sleet')
    await jsonOf(postToQueue(staff, 'remove', { id, reason: 'Had that.' }))
    const { items } = await requestJson<NotificationList>('/api/v2/notices?category=challenges', { as: mira })
    expect(items).toMatchObject([{ declinedIdea: 'Sleet: Had that.', actor: null, challenge: null, group: null }])
  })

  it('a declined suggestion is not found', async () => {
    await jsonOf(suggestChallenge(await addPerson(), 'Rain'))
    const [rain] = (await queueFor(staff)).suggestions
    await jsonOf(postToQueue(staff, 'remove', { id: rain?.id, reason: 'Had that.' }))
    expect(await errorOf(postToQueue(staff, 'remove', { id: rain?.id, reason: 'Had that.' }))).toEqual([
      404,
      'not_found',
    ])
  })

  it('staff decline the suggestion of a member with a reason', async () => {
    await jsonOf(suggestChallenge(await addPerson(), 'Hail'))
    const [hail] = (await queueFor(staff)).suggestions
    expect(await errorOf(postToQueue(staff, 'remove', { id: hail?.id }))).toEqual([400, 'bad_request'])
    expect((await queueFor(staff)).suggestions).toMatchObject([{ title: 'Hail' }])
  })
})

describe('the words of a challenge that has begun', () => {
  const edit = (as: Person, body: object) => sendRequest('/api/v2/gloperate/challenge/edit', { as, body })
  const words = { title: 'Thick fog', description: 'By the sea.' }

  it('staff edit the words of a challenge with an entry in the staff log, and the search finds the new words', async () => {
    const mira = await addPerson()
    const challengeId = await addChallenge(mira, { title: 'Thik fog' })
    await jsonOf(edit(staff, { challengeId, ...words, reason: 'Spelling.' }))
    expect(await challengeOf(challengeId)).toMatchObject(words)
    const search = (query: string) =>
      requestJson<ChallengeListReply>('/api/v2/search/challenge', { body: { query } }).then(({ items }) =>
        titles(items),
      )
    expect([await search('thick'), await search('thik')]).toEqual([['Thick fog'], []])
    expect(await staffLogOf(mira)).toMatchObject([
      {
        action: 'challenge_edit',
        reason: 'Spelling.',
        changes: JSON.stringify({ title: ['Thik fog', 'Thick fog'], description: ['', 'By the sea.'] }),
      },
    ])
  })

  it('saving the same words again is not logged', async () => {
    const mira = await addPerson()
    const challengeId = await addChallenge(mira)
    for (let time = 0; time < 2; time++) await jsonOf(edit(staff, { challengeId, ...words }))
    expect(await staffLogOf(mira)).toHaveLength(1)
  })

  it('members who are not staff cannot edit them', async () => {
    const mira = await addPerson()
    expect(await errorOf(edit(mira, { challengeId: await addChallenge(mira), ...words }))).toEqual([403, 'forbidden'])
  })

  it('a title is needed, and a challenge that has begun', async () => {
    const challengeId = await addChallenge(staff)
    expect(await errorOf(edit(staff, { challengeId, title: '' }))).toEqual([400, 'bad_request'])
    expect(await errorOf(edit(staff, { challengeId: 999_999, ...words }))).toEqual([404, 'not_found'])
  })
})

describe('the list of challenges', () => {
  /** For a member, since visitors share a reply for some seconds. */
  const listFor = (query = '') => requestJson<ChallengeListReply>(`/api/v2/challenge${query}`, { as: staff })

  it('the list goes on to the last challenge [1 §9]', async () => {
    for (let count = 0; count < 101; count++) await addChallenge(staff, { title: `Day ${count}` })
    const found: string[] = []
    for (let [cursor, done] = ['', false]; !done; ) {
      const list = await listFor(cursor && `?cursor=${cursor}`)
      found.push(...titles(list.items))
      ;[cursor, done] = [list.cursor, list.done]
    }
    expect(found).toEqual(Array.from({ length: 101 }, (_, index) => `Day ${100 - index}`))
    const third = await listFor('?page=3')
    expect([titles(third.items), third.done]).toEqual([['Day 0'], true])
  })

  it('a list that fills its last page ends there or after an empty one', async () => {
    for (let count = 0; count < 50; count++) await addChallenge(staff)
    const first = await listFor()
    expect(first.items).toHaveLength(50)
    const rest = first.done ? { items: [], done: true } : await listFor(`?cursor=${first.cursor}`)
    expect([rest.items, rest.done]).toEqual([[], true])
  })
})

describe('the notice to the author of a challenge', () => {
  const noticesOf = async (as: Person) =>
    (await requestJson<NotificationList>('/api/v2/notices?category=challenges', { as })).items
  const queueIdeaOf = async (member: Person, title: string) => {
    await jsonOf(suggestChallenge(member, title))
    const [idea] = (await queueFor(staff)).suggestions
    await jsonOf(postToQueue(staff, '', { id: idea?.id, title, description: '' }))
  }

  it('the member whose suggestion begins is notified once, however often the job runs', async () => {
    const mira = await addPerson()
    await queueIdeaOf(mira, 'Fog')
    for (const now of [MIDNIGHT, MIDNIGHT + 900_000]) await startNextChallenge(now)
    const [challenge] = await startedChallenges()
    expect(await noticesOf(mira)).toMatchObject([
      { actor: null, challenge: { id: challenge?.id, title: 'Fog' }, date: toWireTime(MIDNIGHT), read: false },
    ])
  })

  it('a suggestion that only waits in the queue notifies nobody', async () => {
    const mira = await addPerson()
    await queueIdeaOf(mira, 'Fog')
    expect(await noticesOf(mira)).toEqual([])
  })

  it('members who switched notices about their challenges off get none', async () => {
    const mira = await addPerson()
    const setting = { category: 'challenges', on: false }
    await jsonOf(sendRequest('/api/v2/notices/settings', { as: mira, body: setting }))
    await queueIdeaOf(mira, 'Fog')
    await startNextChallenge(MIDNIGHT)
    expect(await noticesOf(mira)).toEqual([])
  })
})

describe('the queue of challenges', () => {
  const fill = async (...titles: string[]) => {
    for (const title of titles) await jsonOf(postToQueue(staff, '', { title, description: '' }))
  }

  it('the first challenge in the queue begins each day at 00:00 UTC', async () => {
    await fill('Sea', 'Sand', 'Sky')
    await startNextChallenge(MIDNIGHT)
    expect(await startedChallenges()).toMatchObject([{ title: 'Sea', date: toWireTime(MIDNIGHT) }])
    await startNextChallenge(MIDNIGHT + DAY_MS)
    expect(titles(await startedChallenges())).toEqual(['Sand', 'Sea'])
    expect(titles((await queueFor(staff)).queue)).toEqual(['Sky'])
  })

  it('a day gets one challenge, however often the job runs', async () => {
    await fill('Sea', 'Sand')
    await Promise.all([
      startNextChallenge(MIDNIGHT),
      startNextChallenge(MIDNIGHT),
      startNextChallenge(MIDNIGHT + 900_000),
    ])
    expect(titles(await startedChallenges())).toEqual(['Sea'])
    expect(titles((await queueFor(staff)).queue)).toEqual(['Sand'])
  })

  it('a clock that is set back over midnight begins no challenge again', async () => {
    await fill('Sea', 'Sand', 'Sky')
    const minutes = (count: number) => MIDNIGHT + count * 60_000
    for (const now of [MIDNIGHT - DAY_MS, minutes(5), minutes(-5), minutes(1), minutes(-5), minutes(15)])
      await startNextChallenge(now)
    expect(await startedChallenges()).toMatchObject([
      { title: 'Sand', date: toWireTime(MIDNIGHT) },
      { title: 'Sea', date: toWireTime(MIDNIGHT - DAY_MS) },
    ])
    expect(titles((await queueFor(staff)).queue)).toEqual(['Sky'])
  })

  it('a clock that is set back to a day without a challenge begins none for it', async () => {
    await fill('Sea', 'Sand')
    for (const now of [MIDNIGHT + 300_000, MIDNIGHT - 300_000, MIDNIGHT + 900_000]) await startNextChallenge(now)
    expect(await startedChallenges()).toMatchObject([{ title: 'Sea', date: toWireTime(MIDNIGHT) }])
    expect(titles((await queueFor(staff)).queue)).toEqual(['Sand'])
  })

  it('challenges are numbered without gaps, however often the queue is read', async () => {
    await fill('Sea', 'Sand')
    for (const now of [MIDNIGHT, MIDNIGHT + 900_000, MIDNIGHT + DAY_MS]) await startNextChallenge(now)
    const { results } = await env.DB.prepare('SELECT number, title FROM challenges ORDER BY day').all()
    expect(results).toEqual([
      { number: 1, title: 'Sea' },
      { number: 2, title: 'Sand' },
    ])
  })

  it('a queue that was empty at midnight starts the challenge of the day as soon as it has one', async () => {
    await startNextChallenge(MIDNIGHT)
    expect(await startedChallenges()).toEqual([])
    await fill('Sea')
    await startNextChallenge(MIDNIGHT + 900_000)
    expect(await startedChallenges()).toMatchObject([{ title: 'Sea', date: toWireTime(MIDNIGHT) }])
  })

  it('the queue shows the day on which each challenge begins', async () => {
    await fill('Sea', 'Sand', 'Sky')
    const dates = async () => (await queueFor(staff)).queue.map(({ date }) => date)
    const from = (day: number) => [0, 1, 2].map((later) => toWireTime(MIDNIGHT + (day + later) * DAY_MS))
    expect(await dates()).toEqual(from(0))
    await startNextChallenge(Date.now())
    expect(await dates()).toEqual(from(1).slice(0, 2))
  })

  const move = async (title: string, to: 'earlier' | 'later') => {
    const { queue } = await queueFor(staff)
    await jsonOf(postToQueue(staff, 'move', { id: queue.find((idea) => idea.title === title)?.id, to }))
    return titles((await queueFor(staff)).queue)
  }

  it('a challenge moves one place at a time', async () => {
    await fill('Sea', 'Sand', 'Sky')
    expect(await move('Sky', 'earlier')).toEqual(['Sea', 'Sky', 'Sand'])
    expect(await move('Sea', 'later')).toEqual(['Sky', 'Sea', 'Sand'])
  })

  it('a challenge at an end of the queue cannot be moved beyond it', async () => {
    await fill('Sky', 'Sea', 'Sand')
    expect(await move('Sky', 'earlier')).toEqual(['Sky', 'Sea', 'Sand'])
    expect(await move('Sand', 'later')).toEqual(['Sky', 'Sea', 'Sand'])
  })

  it('a title is queued once', async () => {
    await fill('Sea', 'Sea')
    expect(titles((await queueFor(staff)).queue)).toEqual(['Sea'])
  })

  it('a queued challenge can be edited until it begins', async () => {
    await fill('Sea')
    const [sea] = (await queueFor(staff)).queue
    await jsonOf(postToQueue(staff, '', { id: sea?.id, title: 'The sea', description: 'At night.' }))
    expect((await queueFor(staff)).queue).toMatchObject([{ id: sea?.id, title: 'The sea', description: 'At night.' }])
    await startNextChallenge(MIDNIGHT)
    expect(await errorOf(postToQueue(staff, '', { id: sea?.id, title: 'Land', description: '' }))).toEqual([
      404,
      'not_found',
    ])
  })

  describe('a full queue', () => {
    /** Fills the queue up to the maximum. */
    async function fillQueue() {
      await env.DB.prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
          INSERT INTO challenge_ideas (user_id, title, description, queue_position, created_at)
          SELECT ?1, 'Idea ' || i, '', i, 1 FROM n`,
      )
        .bind(staff.id, CHALLENGE_QUEUE_MAX)
        .run()
    }
    const full = [409, 'challenge_queue_full']

    it('a full queue takes no new challenge until one of it leaves', async () => {
      await fillQueue()
      const add = () => postToQueue(staff, '', { title: 'One more', description: '' })
      expect(await errorOf(add())).toEqual(full)
      const { queue } = await queueFor(staff)
      expect(queue).toHaveLength(CHALLENGE_QUEUE_MAX)
      await jsonOf(postToQueue(staff, 'remove', { id: queue[7]?.id }))
      await jsonOf(add())
      expect(titles((await queueFor(staff)).queue).at(-1)).toBe('One more')
    })

    it('a full queue takes no suggestion, which stays one and is not in the staff log', async () => {
      const mira = await addPerson()
      await fillQueue()
      await jsonOf(suggestChallenge(mira, 'Fog'))
      const [fog] = (await queueFor(staff)).suggestions
      expect(await errorOf(postToQueue(staff, '', { id: fog?.id, title: 'Thick fog', description: '' }))).toEqual(full)
      expect(titles((await queueFor(staff)).suggestions)).toEqual(['Fog'])
      expect(await staffLogOf(mira)).toEqual([])
    })

    it('a challenge of a full queue can be edited, and queued again without a change', async () => {
      await fillQueue()
      const [first] = (await queueFor(staff)).queue
      await jsonOf(postToQueue(staff, '', { id: first?.id, title: 'The sea', description: '' }))
      await jsonOf(postToQueue(staff, '', { title: 'The sea', description: '' }))
      expect((await queueFor(staff)).queue).toHaveLength(CHALLENGE_QUEUE_MAX)
    })
  })

  it('a suggestion does not move, because it is not in the queue', async () => {
    await fill('Sea', 'Sand')
    await jsonOf(suggestChallenge(await addPerson(), 'Fog'))
    const before = await queueFor(staff)
    await jsonOf(postToQueue(staff, 'move', { id: before.suggestions[0]?.id, to: 'earlier' }))
    expect(await queueFor(staff)).toEqual(before)
  })

  it.each([
    ['', { id: 0, title: 'Sea' }],
    ['', { id: '1', title: 'Sea' }],
    ['', { title: '' }],
    ['', { title: 'x'.repeat(65) }],
    ['', { title: 'Sea', description: 'x'.repeat(1025) }],
    ['', { title: 'Sea', day: 1 }],
    ['move', {}],
    ['move', { id: 1 }],
    ['move', { id: 0, to: 'earlier' }],
    ['move', { id: 1.5, to: 'earlier' }],
    ['move', { id: '1', to: 'later' }],
    ['move', { id: 1, to: 'first' }],
    ['move', { id: 1, to: 'later', by: 2 }],
    ['remove', {}],
    ['remove', { id: null }],
    ['remove', { id: 0 }],
    ['remove', { id: 1.5 }],
    ['remove', { id: '1' }],
    ['remove', { id: 1, reason: 'x'.repeat(STAFF_REASON_MAX + 1) }],
    ['remove', { id: 1, title: 'Sea' }],
  ] as const)('the malformed act %j on the queue with %j is refused', async (act, body) => {
    expect(await errorOf(postToQueue(staff, act, body))).toEqual([400, 'bad_request'])
  })

  it.each([
    ['', { title: 'Sea' }],
    ['move', { to: 'later' }],
    ['remove', {}],
  ] as const)('the act %j on an unknown challenge is not found, and is for staff', async (act, body) => {
    expect(await errorOf(postToQueue(staff, act, { id: 999_999, ...body }))).toEqual([404, 'not_found'])
    expect(await errorOf(postToQueue(await addPerson(), act, { id: 999_999, ...body }))).toEqual([403, 'forbidden'])
  })
})
