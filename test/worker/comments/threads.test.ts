import { describe, expect, it } from 'vitest'
import { COMMENTS_PAGE_SIZE, THREAD_CONTEXT_MAX } from '../../../contract/limits.ts'
import { addComment, commentsOf, deleteComment, fillComments } from '../../support/worker/comments.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addPerson } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { countTrips } from '../../support/worker/trips.ts'

async function makePage() {
  const [mira, ines] = [await addPerson(), await addPerson()]
  return { mira, ines, sketch: await addSketch(ines) }
}

const idsOf = (comments: readonly { id: number }[]) => comments.map(({ id }) => id)

describe('answers under their question', () => {
  it('an answer, and an answer to it, are in the thread of the first comment', async () => {
    const { mira, ines, sketch } = await makePage()
    const question = await addComment(mira, sketch, 'Which brush?')
    const answer = await addComment(ines, sketch, 'The flat one.', { replyTo: question.id })
    const thanks = await addComment(mira, sketch, 'Thanks!', { replyTo: answer.id })
    expect([question.thread, answer.thread, thanks.thread]).toEqual([null, question.id, question.id])
    expect(thanks.replyTo).toEqual({ id: answer.id, nickname: ines.nickname })
    expect((await commentsOf(sketch)).items.map(({ thread }) => thread)).toEqual([question.id, question.id, null])
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

  it('of a long thread, a page has only the latest older answers', async () => {
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

  it('answers to older comments cost one more trip, and as many rows on a long list as on a short one', async () => {
    const { mira, ines } = await makePage()
    const costOf = async (count: number) => {
      const sketch = await addSketch(ines)
      await fillComments(mira, sketch, count)
      const [oldest] = (
        await commentsOf(sketch, `&count=10&page=${Math.ceil(count / COMMENTS_PAGE_SIZE)}`)
      ).items.slice(-1)
      await addComment(ines, sketch, 'late', { replyTo: oldest?.id ?? 0 })
      expect((await countTrips(`/api/comments/${sketch}?type=sketch`)).trips).toBe(2)
      return rowsRead(`/api/comments/${sketch}?type=sketch`)
    }
    expect(await costOf(1500)).toBeLessThanOrEqual((await costOf(30)) + 2)
  })
})
