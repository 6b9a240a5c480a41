import { describe, expect, it } from 'vitest'
import type { ReportedMessages } from '../../../contract/http/reports.ts'
import { EVIDENCE_EXCERPT_MAX, EVIDENCE_THREAD_MAX, REPORTED_POSTS_MAX } from '../../../contract/limits.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addConversation, addThread, deleteThread, replyTo } from '../../support/worker/messages.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'

const report = (as: Person, message: number, details = '') =>
  sendRequest('/api/v2/report', { as, body: { message, details } })

async function reportsOf(threadId: number): Promise<ReportedMessages['items']> {
  const staff = await addPerson({ flags: 'm' })
  const { items } = await requestJson<ReportedMessages>('/api/v2/gloperate/reportedMessages', { as: staff })
  return items.filter((item) => item.threadId === threadId)
}

describe('reports of messages', () => {
  it('a report reaches staff with both names, the subject and the posts, the latest first', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await addConversation(mira, ines)
    await jsonOf(report(ines, id, 'Not kind.'))
    expect(await reportsOf(id)).toMatchObject([
      {
        userId: mira.id,
        nickname: mira.nickname,
        reporterId: ines.id,
        reporter: ines.nickname,
        subject: 'Heron, for the poster',
        posts: [
          { number: 2, userId: ines.id, text: 'Yes, take it.' },
          { number: 1, userId: mira.id, text: 'Is it free?' },
        ],
        details: 'Not kind.',
      },
    ])
  })

  it('the evidence stays as it was when both members delete the thread and block each other', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await addConversation(mira, ines)
    await jsonOf(report(ines, id))
    await jsonOf(replyTo(mira, id, { text: 'Later.' }))
    const before = await reportsOf(id)
    for (const as of [mira, ines]) await jsonOf(deleteThread(as, id))
    await block(mira, ines)
    expect(before[0]?.posts).toHaveLength(2)
    expect(await reportsOf(id)).toEqual(before)
  })

  it('a member has one open report of a thread, with its posts at the first report', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await addConversation(mira, ines)
    await jsonOf(report(ines, id))
    await jsonOf(replyTo(mira, id, { text: 'Later.' }))
    await jsonOf(report(ines, id, 'Again.'))
    const reports = await reportsOf(id)
    expect([reports.length, reports[0]?.details, reports[0]?.posts.length]).toEqual([1, 'Again.', 2])
  })

  it('a report has no posts that its reporter deleted', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await addConversation(mira, ines)
    await jsonOf(deleteThread(ines, id))
    await jsonOf(replyTo(mira, id, { text: 'Later.' }))
    await jsonOf(report(ines, id))
    expect((await reportsOf(id))[0]?.posts.map(({ text }) => text)).toEqual(['Later.'])
  })

  it('a report keeps the latest posts of a long thread', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await addConversation(mira, ines)
    for (let number = 3; number <= REPORTED_POSTS_MAX + 1; number++) await jsonOf(replyTo(mira, id))
    await jsonOf(report(ines, id))
    const posts = (await reportsOf(id))[0]?.posts ?? []
    expect([posts.length, posts[0]?.number]).toEqual([REPORTED_POSTS_MAX, REPORTED_POSTS_MAX + 1])
  })

  it('a report keeps the latest long posts in full, and the beginning of older ones', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await addConversation(mira, ines)
    const text = 'x'.repeat(EVIDENCE_THREAD_MAX / 5)
    for (let post = 0; post < 7; post++) await jsonOf(replyTo(mira, id, { text }))
    await jsonOf(report(ines, id))
    const posts = (await reportsOf(id))[0]?.posts ?? []
    const excerpt = `${'x'.repeat(EVIDENCE_EXCERPT_MAX)}…`
    expect(posts.map((post) => post.text)).toEqual([
      ...Array(5).fill(text),
      excerpt,
      excerpt,
      'Yes, take it.',
      'Is it free?',
    ])
  })

  it('each member of a thread has a case about the other', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await addConversation(mira, ines)
    await jsonOf(report(ines, id))
    await jsonOf(report(mira, id))
    expect((await reportsOf(id)).map(({ userId }) => userId)).toEqual([mira.id, ines.id])
  })

  it('a request can be reported', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await addThread(mira, ines)
    await jsonOf(report(ines, id))
    expect(await reportsOf(id)).toHaveLength(1)
  })

  it('members cannot report threads of others', async () => {
    const id = await addThread(await addPerson(), await addPerson())
    expect(await errorOf(report(await addPerson(), id))).toEqual([404, 'not_found'])
  })
})
