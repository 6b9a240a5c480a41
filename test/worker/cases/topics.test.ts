import { beforeEach, describe, expect, it } from 'vitest'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import { RULES } from '../../../contract/rules.ts'
import {
  appeal,
  caseOf,
  decide,
  decideAppeal,
  decisionOf,
  listAppeals,
  readCase,
  undoDecision,
} from '../../support/worker/cases.ts'
import { addPost, addTopic, deletePost, topicOf } from '../../support/worker/forum.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { staffLogOf } from '../../support/worker/staff.ts'
import { countTrips } from '../../support/worker/trips.ts'

const WHY = { rule: 'kindness', reason: 'Talk about the work.' } as const

let staff: Person
let author: Person
let topic: number
let post: number
beforeEach(async () => {
  staff = await addPerson({ flags: 'm' })
  author = await addPerson()
  topic = await addTopic(author, { title: 'Muddy newts' })
  post = (await topicOf(author, topic)).items[0]?.id ?? 0
})

const moderate = (action: string, fields: object = WHY, as = staff) =>
  sendRequest('/api/v2/forum/moderate', { as, body: { topic, action, ...fields } })
const noticesOf = async (as: Person) =>
  (await requestJson<NotificationList>('/api/v2/notices?category=moderation', { as })).items.map((item) => item.staff)
const stateOf = async () => (await topicOf(staff, topic)).topic.state

describe('acts of staff on a topic', () => {
  it.each([
    ['remove', 'remove_topic', {}, null],
    ['lock', 'lock_topic', {}, () => `/forum/topic/${topic}#post-1`],
    ['rename', 'rename_topic', { title: 'Clear newts' }, () => `/forum/topic/${topic}#post-1`],
  ] as const)(
    'the author is told of the act %s, its rule and its reason, and can appeal',
    async (name, action, fields, address) => {
      await jsonOf(moderate(name, { ...WHY, ...fields }))
      const { id } = await caseOf('post', post)
      const reason = `${RULES.kindness}\n${WHY.reason}`
      expect(await noticesOf(author)).toMatchObject([{ id, action, title: 'Muddy newts', reason }])
      expect(await decisionOf(author, id)).toMatchObject({ action, mayAppeal: true, address: address?.() ?? null })
      expect(await staffLogOf(author)).toMatchObject([{ action: 'topic_moderate', reason }])
    },
  )

  it('acts on a topic need a rule or a reason', async () => {
    expect(await errorOf(moderate('remove', {}))).toEqual([400, 'bad_request'])
    await jsonOf(moderate('remove', { rule: 'kindness' }))
    expect(await stateOf()).toBe('removed')
  })

  it('an accepted appeal undoes each act', async () => {
    const acts = { lock: {}, rename: { title: 'Clear newts' }, remove: {} }
    for (const [name, fields] of Object.entries(acts)) {
      await jsonOf(moderate(name, { ...WHY, ...fields }))
      const { id } = await caseOf('post', post)
      await jsonOf(appeal(author, { case: id }))
      const open = (await listAppeals(staff)).items.find(({ caseId }) => caseId === id)
      await jsonOf(decideAppeal(await addPerson({ flags: 'm' }), open?.id ?? 0))
      expect((await topicOf(author, topic)).topic).toMatchObject({ state: 'open', title: 'Muddy newts' })
      expect(await decisionOf(author, id)).toMatchObject({ undone: true })
    }
  })

  it.each([
    ['lock', 'unlock'],
    ['remove', 'restore'],
  ])('%s that staff take back on the page of the topic is undone', async (act, back) => {
    await jsonOf(moderate(act))
    const { id } = await caseOf('post', post)
    await jsonOf(moderate(back))
    expect([await stateOf(), (await decisionOf(author, id)).undone]).toEqual(['open', true])
    expect(await noticesOf(author)).toMatchObject([{ undone: true }])
  })

  it('a removal decides the open case of the first post, even if its text was deleted', async () => {
    const reporter = await addPerson()
    await jsonOf(sendRequest('/api/v2/forum/post/report', { as: reporter, body: { id: post } }))
    const { id } = await caseOf('post', post)
    await addPost(await addPerson(), topic)
    await jsonOf(deletePost(author, post))
    await jsonOf(moderate('remove'))
    expect(await noticesOf(reporter)).toMatchObject([{ id, acted: true }])
    expect((await readCase(staff, id)).decision).toMatchObject({ action: 'remove_topic' })
  })

  it('pins and moves, acts that change nothing, and topics of the member of staff make no case', async () => {
    await jsonOf(moderate('pin'))
    await jsonOf(moderate('move', { ...WHY, category: 1 }))
    await jsonOf(moderate('unlock'))
    await jsonOf(moderate('rename', { ...WHY, title: 'Muddy newts' }))
    expect(await noticesOf(author)).toEqual([])
    topic = await addTopic(staff)
    await jsonOf(moderate('lock'))
    expect(await noticesOf(staff)).toEqual([])
  })

  it('the desk removes and locks the topic of a reported first post, and offers neither for others', async () => {
    const reply = await addPost(author, topic)
    const report = async (id: number) => {
      await jsonOf(sendRequest('/api/v2/forum/post/report', { as: await addPerson(), body: { id } }))
      return (await caseOf('post', id)).id
    }
    const [first, other] = [await report(post), await report(reply.id)]
    expect((await readCase(staff, other)).actions).toEqual(['none', 'delete', 'warn', 'ban'])
    expect((await readCase(staff, first)).actions).toEqual([
      'none',
      'delete',
      'remove_topic',
      'lock_topic',
      'warn',
      'ban',
    ])
    await jsonOf(decide(staff, first, { action: 'lock_topic', ...WHY }))
    expect(await stateOf()).toBe('locked')
    await jsonOf(undoDecision(staff, first))
    expect(await stateOf()).toBe('open')
  })

  it('an act takes three trips to the database, one of them for the session', async () => {
    const { reply, trips } = await countTrips('/api/v2/forum/moderate', {
      as: staff,
      body: { topic, action: 'remove', ...WHY },
    })
    expect([reply.status, trips <= 3]).toEqual([200, true])
  })
})
