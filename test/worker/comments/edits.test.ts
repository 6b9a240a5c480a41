import { afterEach, describe, expect, it, vi } from 'vitest'
import { addComment, commentsOf, editComment } from '../../support/worker/comments.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addPerson } from '../../support/worker/people.ts'
import { errorOf, jsonOf } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const MINUTE_MS = 60_000

async function makePage() {
  const [mira, ines] = [await addPerson(), await addPerson()]
  return { mira, ines, sketch: await addSketch(ines) }
}

describe('editing a comment', () => {
  afterEach(() => vi.useRealTimers())
  const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })

  it('an edited comment is marked as edited', async () => {
    const { mira, sketch } = await makePage()
    const posted = await addComment(mira, sketch, 'Wat light!')
    const { comment: changed } = await jsonOf<{ comment: unknown }>(editComment(mira, posted.id, 'What light!'))
    expect(changed).toEqual({ ...posted, comment: 'What light!', edited: true })
    expect((await commentsOf(sketch)).items).toMatchObject([{ comment: 'What light!', edited: true }])
  })

  it('a comment can be edited for fifteen minutes', async () => {
    const { mira, sketch } = await makePage()
    const { id } = await addComment(mira, sketch, 'Wat light!')
    later(14 * MINUTE_MS)
    await jsonOf(editComment(mira, id, 'What light!'))
    later(2 * MINUTE_MS)
    expect(await errorOf(editComment(mira, id, 'Too late'))).toEqual([409, 'too_late_to_edit'])
    expect((await commentsOf(sketch)).items).toMatchObject([{ comment: 'What light!' }])
  })

  it('only the author edits a comment, not staff or the owner of the page', async () => {
    const { mira, ines, sketch } = await makePage()
    const { id } = await addComment(mira, sketch, 'mine')
    for (const as of [ines, await addPerson({ flags: 'a' })]) {
      expect(await errorOf(editComment(as, id, 'yours'))).toEqual([403, 'forbidden'])
    }
    expect(await errorOf(editComment(null, id, 'yours'))).toEqual([401, 'not_logged_in'])
    expect((await commentsOf(sketch)).items).toMatchObject([{ comment: 'mine', edited: false }])
  })

  it('an edit needs a text of at most 2,000 characters', async () => {
    const { mira, sketch } = await makePage()
    const { id } = await addComment(mira, sketch, 'mine')
    for (const text of [' \n', 'a'.repeat(2001)])
      expect(await errorOf(editComment(mira, id, text))).toEqual([400, 'bad_request'])
  })

  it('an edit needs an existing comment', async () => {
    expect(await errorOf(editComment(await addPerson(), 999_999, 'hello'))).toEqual([404, 'not_found'])
  })

  it('an edit needs a page that the author may see', async () => {
    const { mira, ines, sketch } = await makePage()
    const { id } = await addComment(mira, sketch, 'mine')
    await block(ines, mira)
    expect(await errorOf(editComment(mira, id, 'still here'))).toEqual([404, 'not_found'])
  })
})
