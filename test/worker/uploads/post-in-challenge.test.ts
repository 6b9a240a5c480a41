import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { GLOPS_FOR_CHALLENGE } from '../../../contract/limits.ts'
import { addChallenge, challengeOf } from '../../support/worker/challenges.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf } from '../../support/worker/site.ts'
import { addPicture, addUpload, postUpload } from '../../support/worker/uploads.ts'

const glopsOf = async ({ id }: Person) =>
  (await env.DB.prepare('SELECT glops FROM users WHERE id = ?').bind(id).first<{ glops: number }>())?.glops

describe('posting an upload in a challenge [1 §5]', () => {
  it('the new sketch is an entry', async () => {
    const mira = await addPerson()
    const challengeId = await addChallenge(mira)
    const sketch = await addPicture(mira, { title: 'Ebb', challengeId })
    expect(sketch).toMatchObject({ challengeId, challengeTitle: 'Low tide' })
    const challenge = await challengeOf(challengeId)
    expect(challenge.entries).toBe(1)
    expect(challenge.sketches.items.map(({ id }) => id)).toEqual([sketch.id])
  })

  it('the new entry earns its artist the glops', async () => {
    const mira = await addPerson()
    await addPicture(mira, { challengeId: await addChallenge(mira) })
    expect(await glopsOf(mira)).toBe(GLOPS_FOR_CHALLENGE)
  })

  it('a repeated request enters the sketch once, in the first challenge', async () => {
    const mira = await addPerson()
    const [first, second] = [await addChallenge(mira), await addChallenge(mira)]
    const { id } = await addUpload(mira)
    const replies = await Promise.all([first, first, first].map((challengeId) => postUpload(mira, id, { challengeId })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await jsonOf(postUpload(mira, id, { challengeId: second }))).toEqual({
      sketchId: expect.any(Number),
      challengeFailure: 'in_another_challenge',
    })
    expect([(await challengeOf(first)).entries, (await challengeOf(second)).entries]).toEqual([1, 0])
    expect(await glopsOf(mira)).toBe(GLOPS_FOR_CHALLENGE)
  })

  it('an unlisted sketch enters no challenge', async () => {
    const mira = await addPerson()
    const challengeId = await addChallenge(mira)
    const { id } = await addUpload(mira)
    expect(await errorOf(postUpload(mira, id, { challengeId, unlisted: true }))).toEqual([403, 'forbidden'])
  })

  it('a sketch is posted although its challenge does not exist', async () => {
    const mira = await addPerson()
    const { id } = await addUpload(mira)
    expect(await errorOf(postUpload(mira, id, { challengeId: -1 }))).toEqual([400, 'bad_request'])
    expect(await jsonOf(postUpload(mira, id, { challengeId: 999_999 }))).toEqual({
      sketchId: expect.any(Number),
      challengeFailure: 'not_found',
    })
  })

  it('an upload that was refused for a challenge can still be posted', async () => {
    const mira = await addPerson()
    const challengeId = await addChallenge(mira)
    const { id } = await addUpload(mira)
    await postUpload(mira, id, { challengeId, unlisted: true })
    expect(await jsonOf(postUpload(mira, id, { challengeId }))).toEqual({ sketchId: expect.any(Number) })
  })
})
