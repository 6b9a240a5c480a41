import { describe, expect, it } from 'vitest'
import type { SketchPage } from '../../contract/http/sketch.ts'
import { addComment } from '../support/worker/comments.ts'
import { addPerson, type Person } from '../support/worker/people.ts'
import { rowsRead } from '../support/worker/rows-read.ts'
import { ask, askJson, refusal } from '../support/worker/site.ts'
import { addSketch } from '../support/worker/sketches.ts'

const pageOf = (id: number, as: Person | null = null) => askJson<SketchPage>(`/api/v2/sketch/${id}`, { as })
const heart = (as: Person, which: number) => ask('/heart', { as, body: { action: 'heart', which } })

describe("a sketch's page [1 §3]", () => {
  it('shows the sketch with its words, its artist and its counts', async () => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    const id = await addSketch(ines, {
      title: 'Low tide',
      description: 'At Cramond.\nIn March.',
      altText: 'Mud and gulls',
      madeWithAi: true,
      createdAt: Date.UTC(2026, 4, 3, 21, 7, 9),
    })
    await heart(mira, id)
    await addComment(mira, id)
    expect(await pageOf(id)).toEqual({
      hidden: false,
      id,
      imageUrl: expect.stringMatching(/^\/image\/[0-9a-f]{40}$/),
      title: 'Low tide',
      alt: 'Mud and gulls',
      userId: ines.id,
      nickname: ines.nickname,
      avatar: null,
      width: 1200,
      height: 900,
      thumbhash: '',
      featured: false,
      hearts: 1,
      likes: 0,
      comments: 1,
      dateCreated: '20260503210709',
      unlisted: false,
      mature: false,
      video: false,
      notice: null,
      description: 'At Cramond.\nIn March.',
      tags: [],
      madeWithAi: true,
      heartsReceived: 1,
      userHeart: false,
      userCanHeart: false,
      userCanDelete: false,
      userCanEdit: false,
      imagePng: null,
      videoUrl: null,
      haveFile: false,
      privateFile: false,
      hasStats: false,
      parent: null,
      wips: [],
    } satisfies SketchPage)
  })

  it.each(['', 'null'])('calls a sketch without a title "Untitled": %j', async (title) => {
    const ines = await addPerson()
    expect(await pageOf(await addSketch(ines, { title }))).toMatchObject({
      title: 'Untitled',
      alt: `Untitled by ${ines.nickname}`,
    })
  })

  it('tells each viewer what they may do [1 §6]', async () => {
    const [ines, mira, staff] = [await addPerson(), await addPerson(), await addPerson({ flags: 'm' })]
    const id = await addSketch(ines)
    expect(await pageOf(id)).toMatchObject({ userCanHeart: false, userCanDelete: false })
    expect(await pageOf(id, ines)).toMatchObject({ userCanHeart: false, userCanDelete: true })
    expect(await pageOf(id, mira)).toMatchObject({ userCanHeart: true, userCanDelete: false })
    expect(await pageOf(id, staff)).toMatchObject({ userCanHeart: true, userCanDelete: true })
    await heart(mira, id)
    expect(await pageOf(id, mira)).toMatchObject({ userHeart: true, userCanHeart: false, hearts: 1 })
    expect(await pageOf(id, staff)).toMatchObject({ userHeart: false, userCanHeart: true, hearts: 1 })
  })

  it('says that a mature sketch is hidden, and nothing of it, to those who did not ask for such [1 §8]', async () => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    const id = await addSketch(ines, { mature: true })
    for (const as of [null, mira]) expect(await pageOf(id, as)).toEqual({ hidden: true, id, notice: 'mature' })
    for (const as of [ines, await addPerson({ showMature: true }), await addPerson({ flags: 'm' })]) {
      expect(await pageOf(id, as)).toMatchObject({ hidden: false, mature: true })
    }
  })

  it('shows an unlisted sketch to everyone with the link, with a notice [1 §8]', async () => {
    const id = await addSketch(await addPerson(), { unlisted: true })
    for (const as of [null, await addPerson()]) {
      expect(await pageOf(id, as)).toMatchObject({ hidden: false, unlisted: true, notice: 'unlisted' })
    }
  })

  it.each(['copyright', 'inappropriate', 'notsketch'] as const)(
    'shows a sketch with a violation to its artist and to staff alone, with a notice [1 §8]: %s',
    async (violation) => {
      const ines = await addPerson()
      const id = await addSketch(ines, { violation })
      for (const as of [null, await addPerson(), await addPerson({ showMature: true, flags: 'gfp' })]) {
        expect(await pageOf(id, as)).toEqual({ hidden: true, id, notice: violation })
      }
      for (const as of [ines, await addPerson({ flags: 'm' }), await addPerson({ flags: 'a' })]) {
        expect(await pageOf(id, as)).toMatchObject({ hidden: false, notice: violation })
      }
    },
  )

  it('is 404 for a sketch that is not there', async () => {
    expect(await refusal(ask('/api/v2/sketch/999999'))).toEqual([404, 'not_found'])
  })

  it('reads few rows, however many hearts and comments the sketch has', async () => {
    const ines = await addPerson()
    const [quiet, loved] = [await addSketch(ines), await addSketch(ines)]
    for (let fan = 0; fan < 20; fan++) {
      const person = await addPerson()
      await heart(person, loved)
      await addComment(person, loved)
    }
    const cost = await rowsRead(`/api/v2/sketch/${quiet}`, { as: ines })
    expect(cost).toBeLessThanOrEqual(10)
    expect(await rowsRead(`/api/v2/sketch/${loved}`, { as: ines })).toBe(cost)
  })
})
