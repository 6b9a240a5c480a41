import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { COMMENTS_ALL_MAX, COMMENTS_PAGE_SIZE } from '../../../contract/limits.ts'
import { addComment, commentsOf, fillComments } from '../../support/worker/comments.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

let mira: Person
beforeAll(async () => {
  mira = await addPerson()
})

async function filledSketch(count: number): Promise<number> {
  const sketch = await addSketch(mira)
  await fillComments(mira, sketch, count)
  return sketch
}

async function removeNumbers(sketch: number, numbers: number[]): Promise<void> {
  await env.DB.prepare('DELETE FROM comments WHERE target_id = ?1 AND number IN (SELECT value FROM json_each(?2))')
    .bind(sketch, JSON.stringify(numbers))
    .run()
}

/** Returns the texts of all comments by following the cursor. Calls `between` after every page. */
async function walkCursor(sketch: number, between: () => Promise<void> = async () => {}): Promise<string[]> {
  const texts: string[] = []
  for (let cursor = '', done = false; !done; ) {
    const list = await commentsOf(sketch, cursor && `&cursor=${cursor}`)
    texts.push(...list.items.map((item) => item.comment))
    if (list.items.length > COMMENTS_PAGE_SIZE) throw new Error('a page is too long')
    ;({ cursor, done } = list)
    if (done !== (cursor === '')) throw new Error('a cursor is empty at the end and nowhere else')
    await between()
  }
  return texts
}

async function walkPages(sketch: number): Promise<string[]> {
  const texts: string[] = []
  for (let page = 1, done = false; !done; page++) {
    const list = await commentsOf(sketch, `&count=10&page=${page}`)
    expect(list.page).toBe(page)
    texts.push(...list.items.map((item) => item.comment))
    if (list.items.length > COMMENTS_PAGE_SIZE) throw new Error('a page is too long')
    done = list.done
  }
  return texts
}

const newestFirst = (count: number, without: number[] = []) =>
  Array.from({ length: count }, (_, index) => count - index)
    .filter((number) => !without.includes(number))
    .map(String)

/** Generates a number of comments and the numbers of those deleted. */
const thread = fc
  .integer({ min: 0, max: 45 })
  .chain((count) =>
    fc.tuple(
      fc.constant(count),
      fc.subarray(Array.from({ length: count }, (_, index) => index + 1)),
      fc.integer({ min: 1, max: 45 }),
    ),
  )

describe('the pages of comments [1 §9]', () => {
  it('a page contains ten comments, newest first', async () => {
    const sketch = await filledSketch(23)
    const sizes = []
    for (const page of [1, 2, 3]) sizes.push((await commentsOf(sketch, `&page=${page}`)).items.length)
    expect(sizes).toEqual([10, 10, 3])
    expect(await walkPages(sketch)).toEqual(newestFirst(23))
  })

  it('a page after the last is empty', async () => {
    const sketch = await filledSketch(23)
    expect(await commentsOf(sketch, '&page=4')).toMatchObject({ items: [], total: 23, done: true, cursor: '' })
  })

  it('a full last page ends the list', async () => {
    const sketch = await filledSketch(20)
    expect(await commentsOf(sketch, '&page=2')).toMatchObject({ done: true, cursor: '' })
    expect(await walkCursor(sketch)).toEqual(newestFirst(20))
  })

  it('following the cursor yields every comment once, in order, whichever were deleted before', async () => {
    await fc.assert(
      fc.asyncProperty(thread, async ([count, deleted]) => {
        const sketch = await filledSketch(count)
        await removeNumbers(sketch, deleted)
        expect(await walkCursor(sketch)).toEqual(newestFirst(count, deleted))
      }),
      { numRuns: 12, endOnFailure: true, examples: [[[45, newestFirst(45).slice(5, 40).map(Number), 1]]] },
    )
  })

  it('counting pages yields every comment once, in order, whichever were deleted before', async () => {
    await fc.assert(
      fc.asyncProperty(thread, async ([count, deleted]) => {
        const sketch = await filledSketch(count)
        await removeNumbers(sketch, deleted)
        expect(await walkPages(sketch)).toEqual(newestFirst(count, deleted))
      }),
      { numRuns: 12, endOnFailure: true },
    )
  })

  it('paging continues behind a page whose comments are all deleted', async () => {
    const sketch = await filledSketch(35)
    await removeNumbers(sketch, newestFirst(25).slice(0, 10).map(Number))
    expect(await walkPages(sketch)).toEqual([...newestFirst(35).slice(0, 10), ...newestFirst(15)])
  })

  it('the cursor neither loses nor repeats comments while others are deleted and posted', async () => {
    await fc.assert(
      fc.asyncProperty(thread, async ([count, deleted]) => {
        const sketch = await filledSketch(count)
        const going = [...deleted]
        const walked = await walkCursor(sketch, async () => {
          await removeNumbers(sketch, going.splice(0, 5))
          await addComment(await addPerson(), sketch, 'new')
        })
        expect(walked).not.toContain('new')
        expect(new Set(walked).size).toBe(walked.length)
        expect(walked).toEqual(expect.arrayContaining(newestFirst(count, deleted)))
        expect(walked).toEqual([...walked].sort((a, b) => Number(b) - Number(a)))
      }),
      { numRuns: 6, endOnFailure: true },
    )
  })

  it('the call for all comments has a limit', async () => {
    const sketch = await filledSketch(COMMENTS_ALL_MAX + 3)
    expect(await commentsOf(sketch, '&count=all')).toMatchObject({
      items: { length: COMMENTS_ALL_MAX },
      total: COMMENTS_ALL_MAX + 3,
      done: false,
    })
  })

  it('the call for all comments continues by cursor', async () => {
    const sketch = await filledSketch(COMMENTS_ALL_MAX + 3)
    const { cursor } = await commentsOf(sketch, '&count=all')
    const rest = await commentsOf(sketch, `&count=all&cursor=${cursor}`)
    expect(rest.items.map((item) => item.comment)).toEqual(['3', '2', '1'])
    expect(rest.done).toBe(true)
  })

  it('the cursor of another list and a forged one are refused', async () => {
    const [sketch, other] = [await filledSketch(15), await filledSketch(15)]
    const { cursor } = await commentsOf(other)
    const refusalOf = (given: string) => errorOf(sendRequest(`/api/comments/${sketch}?type=sketch&cursor=${given}`))
    expect(await refusalOf(cursor)).toEqual([400, 'bad_cursor'])
    for (const made of ['x', btoa('[]'), btoa(JSON.stringify([`comments sketch ${sketch}`, '1 OR 1=1'])), '%00']) {
      expect(await refusalOf(encodeURIComponent(made))).toEqual([400, 'bad_cursor'])
    }
  })

  it('a page costs the same on a long thread as on a short one', async () => {
    const [short, long] = [await filledSketch(30), await filledSketch(3000)]
    const cost = (sketch: number, page: number) => rowsRead(`/api/comments/${sketch}?type=sketch&page=${page}`)
    const usual = await cost(short, 1)
    expect(usual).toBeLessThanOrEqual(30)
    for (const page of [1, 150, 300]) expect(await cost(long, page)).toBeLessThanOrEqual(usual + 2)
  })
})
