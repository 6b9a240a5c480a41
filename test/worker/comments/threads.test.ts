import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import {
  COMMENTS_ALL_MAX,
  COMMENTS_PAGE_SIZE,
  CONTEXT_ANSWERS_MAX,
  THREAD_CONTEXT_MAX,
} from '../../../contract/limits.ts'
import { addComment, commentsOf, deleteComment, fillComments } from '../../support/worker/comments.ts'
import { addMembers, block } from '../../support/worker/fans-and-blocks.ts'
import { addPerson } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { countTrips } from '../../support/worker/trips.ts'

async function makePage() {
  const [mira, ines] = [await addPerson(), await addPerson()]
  return { mira, ines, sketch: await addSketch(ines) }
}

const idsOf = (comments: readonly { id: number }[]) => comments.map(({ id }) => id)

describe('threads of comments', () => {
  it('an answer is in the thread of the comment that it answers', async () => {
    const { mira, ines, sketch } = await makePage()
    const question = await addComment(mira, sketch, 'Which brush?')
    const answer = await addComment(ines, sketch, 'The flat one.', { replyTo: question.id })
    expect([question.thread, answer.thread]).toEqual([null, question.id])
    expect((await commentsOf(sketch)).items.map(({ thread }) => thread)).toEqual([question.id, null])
  })

  it('an answer to an answer is in the thread of the first comment', async () => {
    const { mira, ines, sketch } = await makePage()
    const question = await addComment(mira, sketch, 'Which brush?')
    const answer = await addComment(ines, sketch, 'The flat one.', { replyTo: question.id })
    const thanks = await addComment(mira, sketch, 'Thanks!', { replyTo: answer.id })
    expect(thanks).toMatchObject({ thread: question.id, replyTo: { id: answer.id, nickname: ines.nickname } })
    expect((await commentsOf(sketch)).items[0]?.thread).toBe(question.id)
  })

  it('an answer to an answer stays in its thread after the first comment was deleted', async () => {
    const { mira, ines, sketch } = await makePage()
    const question = await addComment(mira, sketch)
    const answer = await addComment(ines, sketch, 'Yes.', { replyTo: question.id })
    await deleteComment(mira, question.id)
    expect((await addComment(mira, sketch, 'Thanks!', { replyTo: answer.id })).thread).toBe(question.id)
  })

  it('a page with an answer to an older comment also has that comment and its older answers', async () => {
    const { mira, ines, sketch } = await makePage()
    const question = await addComment(mira, sketch, 'Which brush?')
    const older = await addComment(ines, sketch, 'The flat one.', { replyTo: question.id })
    for (let count = 0; count < COMMENTS_PAGE_SIZE; count++) await addComment(mira, sketch)
    expect((await commentsOf(sketch)).context).toEqual([])
    const answer = await addComment(ines, sketch, 'Or the round one.', { replyTo: question.id })
    const page = await commentsOf(sketch)
    expect(page.items).toHaveLength(COMMENTS_PAGE_SIZE)
    expect(page.items[0]).toMatchObject({ id: answer.id })
    expect(idsOf(page.context)).toEqual([question.id, older.id])
  })

  it('a page has only the latest older answers of a long thread', async () => {
    const { mira, ines, sketch } = await makePage()
    const question = await addComment(mira, sketch)
    const older = []
    for (let count = 0; count < THREAD_CONTEXT_MAX + 3; count++) {
      older.push(await addComment(await addPerson(), sketch, `${count}`, { replyTo: question.id }))
    }
    for (let count = 0; count < COMMENTS_PAGE_SIZE - 1; count++) await addComment(ines, sketch)
    await addComment(ines, sketch, 'late', { replyTo: question.id })
    const { context } = await commentsOf(sketch)
    expect(idsOf(context).sort((a, b) => a - b)).toEqual([question.id, ...idsOf(older.slice(3))])
  })

  it('a block hides the older comments of a thread as it hides others', async () => {
    const { mira, ines, sketch } = await makePage()
    const question = await addComment(mira, sketch)
    for (let count = 0; count < COMMENTS_PAGE_SIZE; count++) await addComment(ines, sketch)
    await addComment(ines, sketch, 'late', { replyTo: question.id })
    const noor = await addPerson()
    await block(noor, mira)
    expect(idsOf((await commentsOf(sketch, '', noor)).context)).toEqual([])
    expect(idsOf((await commentsOf(sketch, '', ines)).context)).toEqual([question.id])
  })

  /** Adds this many comments and an answer to the oldest, and returns the address of the list. */
  async function addLateAnswer(count: number): Promise<string> {
    const { mira, ines } = await makePage()
    const sketch = await addSketch(ines)
    await fillComments(mira, sketch, count)
    const lastPage = await commentsOf(sketch, `&count=10&page=${Math.ceil(count / COMMENTS_PAGE_SIZE)}`)
    await addComment(ines, sketch, 'late', { replyTo: lastPage.items.at(-1)?.id ?? 0 })
    return `/api/comments/${sketch}?type=sketch`
  }

  it('answers to older comments cost one more trip to the database', async () => {
    expect((await countTrips(await addLateAnswer(30))).trips).toBe(2)
  })

  describe('a list in which every comment mentions ten members and answers an old thread', () => {
    /** Old threads with answers, and later answers to each of them. */
    async function addFullThreads(count: number): Promise<number> {
      const { mira, sketch } = await makePage()
      const members = await addMembers(2000, `Heron ${sketch}`)
      const add = (first: number, last: number, thread: string) =>
        env.DB.prepare(
          `INSERT INTO comments (target_type, target_id, number, user_id, text, idempotency_key, created_at, thread_id,
              parent_id, parent_user_id, mentions)
            WITH RECURSIVE n(i) AS (SELECT ?3 UNION ALL SELECT i + 1 FROM n WHERE i < ?4)
            SELECT 'sketch', ?1, i, ?2, '@', 'full-' || ?1 || '-' || i, i * 1000, ${thread}, ${thread},
              iif(${thread} IS NULL, NULL, ?2),
              (SELECT json_group_array(json_object('userId', ?5 + (i * 10 + key) % 2000, 'start', 0, 'length', 1))
                FROM json_each('[0,0,0,0,0,0,0,0,0,0]'))
            FROM n`,
        ).bind(sketch, mira.id, first, last, members[0] ?? 0)
      const ofThread = `(SELECT id FROM comments WHERE target_type = 'sketch' AND target_id = ?1 AND number = 1 + i % ${count})`
      await add(1, count, 'NULL').run()
      const answers = THREAD_CONTEXT_MAX * count
      await add(count + 1, count + answers, ofThread).run()
      await add(count + answers + 1, 2 * count + answers, ofThread).run()
      return sketch
    }

    it('a page reads at most 3,200 rows, and has all old comments with some of their answers', async () => {
      const sketch = await addFullThreads(COMMENTS_PAGE_SIZE)
      expect(await rowsRead(`/api/comments/${sketch}?type=sketch`)).toBeLessThanOrEqual(3200)
      const { items, context } = await commentsOf(sketch)
      expect(items.map(({ mentions }) => mentions.length)).toEqual(Array(COMMENTS_PAGE_SIZE).fill(10))
      expect(context.filter(({ thread }) => thread === null)).toHaveLength(COMMENTS_PAGE_SIZE)
      expect(context.filter(({ thread }) => thread !== null)).toHaveLength(CONTEXT_ANSWERS_MAX)
    })

    it('all comments read at most 6,000 rows', async () => {
      const sketch = await addFullThreads(COMMENTS_ALL_MAX)
      const as = await addPerson()
      expect(await rowsRead(`/api/comments/${sketch}?type=sketch&count=all`, { as })).toBeLessThanOrEqual(6000)
    })
  })

  it('answers to older comments read no more rows on a long list than on a short one', async () => {
    const [short, long] = [await rowsRead(await addLateAnswer(30)), await rowsRead(await addLateAnswer(1500))]
    expect(long).toBeLessThanOrEqual(short + 2)
  })
})
