import { describe, expect, it } from 'vitest'
import { addComment, commentsOf, deleteComment, postComment } from '../../support/worker/comments.ts'
import { addPerson } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

async function makePage() {
  const [mira, ines] = [await addPerson(), await addPerson()]
  return { mira, ines, sketch: await addSketch(ines) }
}

describe('replies to comments', () => {
  it('a reply names the author of its parent, even after the parent is deleted', async () => {
    const { mira, ines, sketch } = await makePage()
    const { id } = await addComment(mira, sketch, 'first')
    const answer = await addComment(ines, sketch, 'second', { replyTo: id })
    expect(answer.replyTo).toEqual({ id, nickname: mira.nickname })
    await deleteComment(mira, id)
    expect((await commentsOf(sketch)).items).toEqual([{ ...answer, key: '', canDelete: false }])
  })

  it('a reply to an unknown comment or to one on another target is posted as a plain comment', async () => {
    const { mira, sketch } = await makePage()
    const onAnother = await addComment(mira, await addSketch(mira))
    for (const replyTo of [onAnother.id, 999_999]) {
      expect((await addComment(mira, sketch, 'hello', { replyTo })).replyTo).toBeNull()
    }
    expect(await errorOf(postComment(mira, sketch, 'hello', { replyTo: 0 }))).toEqual([400, 'bad_request'])
  })

  it('a reply reads about one row more than a plain comment', async () => {
    const { mira, ines, sketch } = await makePage()
    const plain = await addSketch(ines)
    for (let n = 0; n < 11; n++) {
      const { id } = await addComment(mira, plain)
      const first = await addComment(mira, sketch)
      await addComment(ines, sketch, 'an answer', { replyTo: first.id })
      await addComment(ines, plain, `not to ${id}`)
    }
    const cost = (on: number) => rowsRead(`/api/comments/${on}?type=sketch`)
    expect(await cost(plain)).toBeLessThanOrEqual(30)
    expect(await cost(sketch)).toBeLessThanOrEqual((await cost(plain)) + 6)
  })
})
