import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { ShownSketch, SketchPageReply } from '../../../../contract/http/sketch-page.ts'
import { GALLERY_PAGE_SIZE, GLOPS_FOR_HEART } from '../../../../contract/limits.ts'
import { addDecisions } from '../../../support/worker/cases.ts'
import { addComment } from '../../../support/worker/comments.ts'
import { addPerson, type Person } from '../../../support/worker/people.ts'
import { rowsRead } from '../../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../../support/worker/site.ts'
import { addSketch, addSketches, linkKeyOf } from '../../../support/worker/sketches.ts'

const pageOf = (id: number, as: Person | null = null) => requestJson<SketchPageReply>(`/api/v2/sketch/${id}`, { as })
const idsIn = (page: SketchPageReply, strip: 'more' | 'similar' | 'wips') =>
  (page as ShownSketch)[strip].map(({ id }) => id)
/** A page may read as many rows as five pages of a gallery. */
const ROWS_MAX = 5 * GALLERY_PAGE_SIZE

async function addTag(sketch: number, name: string): Promise<void> {
  await env.DB.batch([
    env.DB.prepare('INSERT INTO tags (name) VALUES (?) ON CONFLICT DO NOTHING').bind(name),
    env.DB.prepare(
      `INSERT INTO sketch_tags (sketch_id, tag_id, artist_id, position)
       SELECT sketches.id, tags.id, user_id, (SELECT count(*) FROM sketch_tags WHERE sketch_id = sketches.id)
       FROM sketches, tags WHERE sketches.id = ? AND name = ?`,
    ).bind(sketch, name),
  ])
}

const mark = (as: Person, sketchId: number) =>
  jsonOf(sendRequest('/gloperate/mark', { as, body: { sketchId, mark: 'madeWithAi', on: true, reason: 'Generated.' } }))

const heart = (as: Person, which: number) => sendRequest('/heart', { as, body: { action: 'heart', which } })

describe('the page of a sketch [1 §3]', () => {
  it('the page has the sketch with its words, artist and counts', async () => {
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
      mat: null,
      featured: false,
      hearts: 1,
      likes: 0,
      comments: 1,
      dateCreated: '20260503210709',
      unlisted: false,
      mature: false,
      video: false,
      compoKey: null,
      compoTitle: null,
      compoState: null,
      awardCategories: [],
      nominationsYear: null,
      compoPlace: null,
      compoInvite: null,
      notice: null,
      isFanOf: false,
      description: 'At Cramond.\nIn March.',
      tags: [],
      madeWithAi: true,
      aiByStaff: false,
      marksByStaff: null,
      decisionCase: null,
      deletionDate: null,
      creatorGlops: GLOPS_FOR_HEART,
      heartsReceived: 1,
      rateRules: 0,
      ratePiggy: null,
      viewCount: 0,
      device: null,
      userHeart: false,
      userCanHeart: false,
      userCanDelete: false,
      userRating: null,
      userCanFeature: false,
      starsAvailable: null,
      featuredBy: null,
      featuredByName: null,
      featuredDate: null,
      coOpId: null,
      challengeId: null,
      challengeTitle: null,
      groups: [],
      parent: null,
      linkKey: null,
      wips: [],
      more: [],
      similar: [],
      userCanEdit: false,
      imagePng: null,
      videoUrl: null,
      haveFile: false,
      privateFile: false,
      hasStats: false,
      replay: null,
      repost: null,
    } satisfies SketchPageReply)
  })

  it('only staff see which marks of a sketch are from staff', async () => {
    const [ines, staff] = [await addPerson({ showMature: true }), await addPerson({ flags: 'm', showMature: true })]
    const [artists, marked] = [await addSketch(ines, { mature: true }), await addSketch(ines)]
    await mark(staff, marked)
    expect(await pageOf(artists, staff)).toMatchObject({ mature: true, marksByStaff: [] })
    expect(await pageOf(marked, staff)).toMatchObject({ madeWithAi: true, marksByStaff: ['madeWithAi'] })
    for (const as of [null, ines, await addPerson()])
      expect(await pageOf(marked, as)).toMatchObject({ madeWithAi: true, marksByStaff: null })
  })

  it.each(['', 'null'])('a sketch without a title is called "Untitled": %j', async (title) => {
    const ines = await addPerson()
    expect(await pageOf(await addSketch(ines, { title }))).toMatchObject({
      title: 'Untitled',
      alt: `Untitled by ${ines.nickname}`,
    })
  })

  it('the page contains what each viewer may do [1 §6]', async () => {
    const [ines, mira, staff] = [await addPerson(), await addPerson(), await addPerson({ flags: 'm' })]
    const id = await addSketch(ines)
    expect(await pageOf(id)).toMatchObject({ userCanHeart: false, userCanDelete: false })
    expect(await pageOf(id, ines)).toMatchObject({ userCanHeart: false, userCanDelete: true })
    expect(await pageOf(id, mira)).toMatchObject({ userCanHeart: true, userCanDelete: false })
    expect(await pageOf(id, staff)).toMatchObject({ userCanHeart: true, userCanDelete: true })
  })

  it('a member who gave a heart cannot give another [1 §6]', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await addSketch(await addPerson())
    await heart(mira, id)
    expect(await pageOf(id, mira)).toMatchObject({ userHeart: true, userCanHeart: false, hearts: 1 })
    expect(await pageOf(id, ines)).toMatchObject({ userHeart: false, userCanHeart: true, hearts: 1 })
  })

  it('a mature sketch is replaced by a notice for viewers who do not show mature sketches [1 §8]', async () => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    const id = await addSketch(ines, { mature: true })
    for (const as of [null, mira]) expect(await pageOf(id, as)).toEqual({ hidden: true, id, notice: 'mature' })
    for (const as of [ines, await addPerson({ showMature: true }), await addPerson({ flags: 'm' })]) {
      expect(await pageOf(id, as)).toMatchObject({ hidden: false, mature: true })
    }
  })

  it('an unlisted sketch is shown with a notice to everyone who has the link [1 §8]', async () => {
    const id = await addSketch(await addPerson(), { unlisted: true })
    for (const as of [null, await addPerson()]) {
      const page = await requestJson(`/api/v2/sketch/${id}?key=${await linkKeyOf(id)}`, { as })
      expect(page).toMatchObject({ hidden: false, unlisted: true, notice: 'unlisted' })
    }
  })

  it.each(['copyright', 'inappropriate', 'notsketch'] as const)(
    'only the artist and staff see a sketch with a violation, with a notice [1 §8]: %s',
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

  it('an unknown sketch gets 404', async () => {
    expect(await errorOf(sendRequest('/api/v2/sketch/999999'))).toEqual([404, 'not_found'])
  })

  it('the page has the parent of the sketch and its continuations [1 §3]', async () => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    const parent = await addSketch(ines)
    const id = await addSketch(ines, { parentId: parent })
    const wip = await addSketch(mira, { parentId: id, altText: 'A later state' })
    await addSketch(ines, { unlisted: true, parentId: id })
    await addSketch(ines, { violation: 'copyright', parentId: id })
    expect(await pageOf(id)).toMatchObject({ parent: { id: parent }, wips: [{ id: wip, alt: 'A later state' }] })
  })

  it.each([{ unlisted: true }, { mature: true }])('an artist sees their own parent of a sketch: %j', async (parent) => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    const parentId = await addSketch(ines, parent)
    const id = await addSketch(mira, { parentId })
    expect(await pageOf(id, ines)).toMatchObject({ parent: { id: parentId } })
    for (const viewer of [mira, undefined]) expect(await pageOf(id, viewer)).toMatchObject({ parent: null })
  })

  it('the page has the other listed sketches of the artist [1 §3]', async () => {
    const ines = await addPerson()
    const [other, id] = [await addSketch(ines), await addSketch(ines)]
    await addSketch(ines, { unlisted: true })
    await addSketch(ines, { violation: 'copyright' })
    expect(idsIn(await pageOf(id), 'more')).toEqual([other])
  })

  it('the page has similar sketches, those with the most common tags first [1 §3]', async () => {
    const mira = await addPerson()
    const [id, like, less] = [await addSketch(await addPerson()), await addSketch(mira), await addSketch(mira)]
    for (const sketch of [id, like, less, await addSketch(mira, { mature: true })]) await addTag(sketch, 'evening')
    for (const sketch of [id, like]) await addTag(sketch, 'tide')
    expect(idsIn(await pageOf(id), 'similar')).toEqual([like, less])
  })

  it('the page has enough similar sketches for two full rows', async () => {
    const artist = await addPerson()
    const id = await addSketch(artist)
    for (const tag of ['harbour', 'crane', 'rope']) {
      await addTag(id, tag)
      for (let count = 0; count < 9; count++) await addTag(await addSketch(artist), tag)
    }
    const similar = idsIn(await pageOf(id), 'similar')
    expect(similar).toHaveLength(16)
    expect(new Set(similar).size).toBe(16)
  })

  it('a block hides parent and continuations', async () => {
    const [ines, mira, viewer] = [await addPerson(), await addPerson(), await addPerson()]
    const id = await addSketch(ines, { parentId: await addSketch(mira) })
    await addSketch(mira, { parentId: id })
    await env.DB.prepare('INSERT INTO blocks (user_id, blocked_id, created_at) VALUES (?, ?, 0)')
      .bind(mira.id, viewer.id)
      .run()
    expect(await pageOf(id)).toMatchObject({ parent: { nickname: mira.nickname }, wips: { length: 1 } })
    expect(await pageOf(id, viewer)).toMatchObject({ parent: null, wips: [] })
  })

  it('a mature sketch has a notice for staff who do not show mature sketches', async () => {
    const [ines, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const id = await addSketch(ines, { mature: true })
    expect(await pageOf(id, staff)).toMatchObject({ notice: 'mature' })
    expect(await pageOf(id, ines)).toMatchObject({ notice: null })
    expect(await pageOf(id, await addPerson({ flags: 'm', showMature: true }))).toMatchObject({ notice: null })
  })

  it('the page reads no more rows when it has many neighbours of every kind', async () => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    const id = await addSketch(ines)
    const tags = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}-${id}`)
    for (const tag of tags) await addTag(id, tag)
    const crowd = async () => {
      const own = await addSketches(ines, 40)
      const others = await addSketches(mira, 40)
      for (const other of others) for (const tag of tags) await addTag(other, tag)
      await env.DB.prepare('UPDATE sketches SET parent_id = ? WHERE id IN (SELECT value FROM json_each(?))')
        .bind(id, JSON.stringify(own))
        .run()
    }
    await crowd()
    // Requests the page as a preload, because counting a view reads rows of its own.
    const cost = await rowsRead(`/api/v2/sketch/${id}?ahead=1`)
    await crowd()
    expect(await rowsRead(`/api/v2/sketch/${id}?ahead=1`)).toBe(cost)
    expect(cost).toBeLessThanOrEqual(ROWS_MAX)
  })

  it('the page reads no more rows when the sketch has many hearts and comments', async () => {
    const ines = await addPerson()
    const [quiet, loved] = [await addSketch(ines), await addSketch(ines)]
    for (let fan = 0; fan < 20; fan++) {
      const person = await addPerson()
      await heart(person, loved)
      await addComment(person, loved)
    }
    const cost = await rowsRead(`/api/v2/sketch/${quiet}`, { as: ines })
    expect(cost).toBeLessThanOrEqual(20)
    expect(await rowsRead(`/api/v2/sketch/${loved}`, { as: ines })).toBe(cost)
  })

  it('the page that staff see reads no more rows when there are more decisions', async () => {
    const [staff, id] = [await addPerson({ flags: 'm' }), await addSketch(await addPerson())]
    await mark(staff, id)
    const cost = await rowsRead(`/api/v2/sketch/${id}?ahead=1`, { as: staff })
    await addDecisions(staff, 'ai', 50)
    expect(await rowsRead(`/api/v2/sketch/${id}?ahead=1`, { as: staff })).toBe(cost)
    expect(cost).toBeLessThanOrEqual(30)
  })
})
