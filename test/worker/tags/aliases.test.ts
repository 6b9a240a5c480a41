import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { SketchList } from '../../../contract/http/sketches.ts'
import type { TagAliasList } from '../../../contract/http/tags.ts'
import { GALLERY_PAGE_SIZE, TAGS_FOLLOWED_MAX } from '../../../contract/limits.ts'
import { withEveryFault } from '../../support/worker/faults.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch, addSketches } from '../../support/worker/sketches.ts'
import { addTag } from '../../support/worker/tags.ts'
import { addPicture } from '../../support/worker/uploads.ts'

let wordCount = 0
const word = () => `kelp${(++wordCount).toString(36)}`

const addAlias = async (alias: string, tag: string, as?: Person) =>
  sendRequest('/api/v2/tags/alias', {
    as: as ?? (await addPerson({ flags: 'm' })),
    body: { alias, tag, reason: 'Same word.' },
  })
const removeAlias = (alias: string, tag: string, as: Person) =>
  sendRequest('/api/v2/tags/alias/remove', { as, body: { alias, tag, reason: 'Another word.' } })
const follow = (as: Person | null, tag: string) => sendRequest('/api/v2/tag/follow', { as, body: { tag } })
const stateOf = (as: Person | null, tag: string) =>
  requestJson(`/api/v2/tag/follow?tag=${encodeURIComponent(tag)}`, { as })
const idsAt = async (path: string, as: Person) =>
  (await requestJson<SketchList>(path, { as })).items.map(({ id }) => id)
const countOf = async (tag: string) =>
  (await env.DB.prepare('SELECT sketches_count FROM tags WHERE name = ?').bind(tag).first('sketches_count')) ?? 0

describe('aliases of tags', () => {
  it('an alias is on the staff log, with the tag before and after', async () => {
    const [first, second, alias] = [word(), word(), word()]
    const staff = await addPerson({ flags: 'm' })
    await jsonOf(addAlias(alias, first, staff))
    await jsonOf(addAlias(alias, second, staff))
    const { results } = await env.DB.prepare('SELECT action, changes FROM audit_log WHERE staff_id = ? ORDER BY id')
      .bind(staff.id)
      .all<{ action: string; changes: string }>()
    expect(results.map(({ action, changes }) => [action, JSON.parse(changes)])).toEqual([
      ['tag_alias', { alias: [null, alias], tag: [null, first] }],
      ['tag_alias', { alias: [null, alias], tag: [first, second] }],
    ])
  })

  it('staff see the latest aliases first, from page to page', async () => {
    const staff = await addPerson({ flags: 'm' })
    const added = Array.from({ length: GALLERY_PAGE_SIZE + 1 }, () => word())
    const tagName = word()
    for (const alias of added) await jsonOf(addAlias(alias, tagName, staff))
    const read = (cursor: string) => requestJson<TagAliasList>(`/api/v2/tags/aliases?cursor=${cursor}`, { as: staff })
    const first = await read('')
    const { items } = await read(first.cursor)
    const shown = [...first.items, ...items.slice(0, 1)]
    expect(shown.map(({ alias, tag }) => [alias, tag])).toEqual(added.toReversed().map((alias) => [alias, tagName]))
    expect(await rowsRead('/api/v2/tags/aliases', { as: staff })).toBeLessThanOrEqual(3 * GALLERY_PAGE_SIZE)
  })

  it('an alias that staff remove is a word of its own again, and on the staff log with the reason', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const [tagName, alias] = [word(), word()]
    const moved = await addPicture(mira, { tags: [alias] })
    await jsonOf(addAlias(alias, tagName, staff))
    await expect.poll(() => countOf(tagName)).toBe(1)
    await jsonOf(removeAlias(alias, tagName, staff))
    expect((await addPicture(mira, { tags: [alias] })).tags).toEqual([alias])
    expect(await idsAt(`/tag/${tagName}/sketches?format=json`, mira)).toEqual([moved.id])
    const log = 'SELECT reason, changes FROM audit_log WHERE staff_id = ? AND action = ?'
    expect(await env.DB.prepare(log).bind(staff.id, 'tag_alias_remove').first()).toEqual({
      reason: 'Another word.',
      changes: JSON.stringify({ alias: [alias, null], tag: [tagName, null] }),
    })
  })

  it('a tag that has nothing but an alias is deleted with it', async () => {
    const [staff, tagName, alias] = [await addPerson({ flags: 'm' }), word(), word()]
    await jsonOf(addAlias(alias, tagName, staff))
    await jsonOf(removeAlias(alias, tagName, staff))
    expect(await env.DB.prepare('SELECT 1 FROM tags WHERE name = ?').bind(tagName).first()).toBeNull()
  })

  it('an alias of another tag, or of none, cannot be removed', async () => {
    const [staff, tagName, alias] = [await addPerson({ flags: 'm' }), word(), word()]
    await jsonOf(addAlias(alias, tagName, staff))
    expect(await errorOf(removeAlias(alias, word(), staff))).toEqual([404, 'not_found'])
    expect(await errorOf(removeAlias(word(), tagName, staff))).toEqual([404, 'not_found'])
  })

  it('an alias is replaced by its tag when a sketch is posted', async () => {
    const [mira, tagName, alias] = [await addPerson(), word(), word()]
    await jsonOf(addAlias(alias, tagName))
    for (const tags of [[alias, tagName], [alias]]) expect((await addPicture(mira, { tags })).tags).toEqual([tagName])
  })

  it('an alias counts as its tag in searches and in the gallery of the tag', async () => {
    const [mira, viewer, tagName, alias] = [await addPerson(), await addPerson(), word(), word()]
    await jsonOf(addAlias(alias, tagName))
    const sketch = await addPicture(mira, { tags: [alias, tagName] })
    const tagged = await addPicture(mira, { tags: [alias] })
    for (const tag of [tagName, alias]) {
      const both = [tagged.id, sketch.id]
      expect(await idsAt(`/tag/${tag}/sketches?format=json`, viewer)).toEqual(both)
      expect(await idsAt(`/api/v2/search/sketch?query=tag:${tag}`, viewer)).toEqual(both)
      expect(await idsAt(`/api/v2/search/sketch?query=${tag}`, viewer)).toEqual(both)
      expect(await idsAt(`/api/v2/search/magic?query=${tag}`, viewer)).toEqual(both)
    }
  })

  it('a new alias moves the sketches and followers of the word to the tag', async () => {
    const [mira, fan, both, tagName, alias] = [await addPerson(), await addPerson(), await addPerson(), word(), word()]
    const made = await addSketches(mira, 230)
    for (const id of made) await addTag(id, mira, alias)
    const twice = made[0] ?? 0
    await addTag(twice, mira, tagName)
    for (const tag of [tagName, alias]) await follow(both, tag)
    await follow(fan, alias)
    await jsonOf(addAlias(alias, tagName))
    expect([await countOf(tagName), await countOf(alias)]).toEqual([230, 0])
    expect(await idsAt(`/tag/${alias}/sketches?format=json`, fan)).toEqual(made.slice(0, 25))
    expect(await idsAt(`/api/v2/search/sketch?query=${tagName}`, fan)).toEqual(made.slice(0, 25))
    for (const person of [fan, both]) expect(await stateOf(person, alias)).toEqual({ tag: tagName, following: true })
    expect(await requestJson(`/api/v2/tags?query=${alias}`)).toEqual({ items: [] })
  })

  it('an alias never leads to another alias or to itself', async () => {
    const [a, b, c] = [word(), word(), word()]
    await jsonOf(addAlias(a, b))
    await jsonOf(addAlias(b, c))
    expect(await stateOf(null, a)).toEqual({ tag: c, following: false })
    expect(await jsonOf(addAlias(word(), a))).toMatchObject({ tag: c })
    expect(await errorOf(addAlias(c, a))).toEqual([409, 'alias_of_itself'])
    expect(await errorOf(addAlias(c, c))).toEqual([409, 'alias_of_itself'])
    expect(await stateOf(null, a)).toEqual({ tag: c, following: false })
  })

  it('only staff creates an alias, of two valid tags', async () => {
    expect(await errorOf(addAlias(word(), word(), await addPerson({ flags: 'gfp' })))).toEqual([403, 'forbidden'])
    expect(await errorOf(addAlias('!!', word()))).toEqual([400, 'bad_request'])
    expect(await errorOf(addAlias(word(), 'x'.repeat(33)))).toEqual([400, 'bad_request'])
  })

  it.each(['refused', 'lost'] as const)(
    'an alias is created completely or not at all when a call is %s',
    async (fault) => {
      const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
      let [tagName, alias] = [word(), word()]
      let sketch = await addSketch(mira)
      await addTag(sketch, mira, alias)
      await withEveryFault(
        fault,
        (bindings) =>
          sendRequestWith(bindings, '/api/v2/tags/alias', {
            as: staff,
            body: { alias, tag: tagName, reason: 'Same word.' },
          }),
        async () => {
          await jsonOf(addAlias(alias, tagName, staff))
          expect([await countOf(tagName), await countOf(alias)]).toEqual([1, 0])
          expect(await idsAt(`/api/v2/search/sketch?query=tag:${alias}`, mira)).toEqual([sketch])
          ;[tagName, alias] = [word(), word()]
          sketch = await addSketch(mira)
          await addTag(sketch, mira, alias)
        },
      )
    },
  )
})

describe('following tags', () => {
  /** Adds a tag that a sketch has, and a member who does not follow it yet. */
  async function addUsedTag() {
    const [mira, fan, tag] = [await addPerson(), await addPerson(), word()]
    await addTag(await addSketch(mira), mira, tag)
    return { mira, fan, tag }
  }
  const unfollow = (as: Person, tag: string) => sendRequest('/api/v2/tag/unfollow', { as, body: { tag } })

  it('a tag is followed until it is unfollowed', async () => {
    const { fan, tag } = await addUsedTag()
    expect(await stateOf(fan, tag)).toEqual({ tag, following: false })
    await jsonOf(follow(fan, `#${tag}`))
    expect(await stateOf(fan, tag)).toEqual({ tag, following: true })
    await jsonOf(unfollow(fan, tag))
    expect(await stateOf(fan, tag)).toEqual({ tag, following: false })
  })

  it('repeated requests to follow and to unfollow a tag count once', async () => {
    const { fan, tag } = await addUsedTag()
    for (let time = 0; time < 2; time++) expect(await jsonOf(follow(fan, `#${tag}`))).toEqual({ tag, following: true })
    for (let time = 0; time < 2; time++) expect(await jsonOf(unfollow(fan, tag))).toEqual({ tag, following: false })
    expect(await stateOf(fan, tag)).toEqual({ tag, following: false })
  })

  it('a member who follows a tag follows it for nobody else', async () => {
    const { mira, fan, tag } = await addUsedTag()
    await jsonOf(follow(fan, tag))
    for (const as of [mira, null]) expect(await stateOf(as, tag)).toEqual({ tag, following: false })
  })

  it('following needs a login and a tag that some sketch has', async () => {
    const fan = await addPerson()
    expect(await errorOf(follow(null, 'sea'))).toEqual([401, 'not_logged_in'])
    expect(await errorOf(follow(fan, word()))).toEqual([404, 'not_found'])
    expect(await errorOf(sendRequest('/api/v2/tag/unfollow', { as: fan, body: { tag: word() } }))).toEqual([
      404,
      'not_found',
    ])
    expect(await errorOf(follow(fan, '!!'))).toEqual([400, 'bad_request'])
  })

  it.each(['refused', 'lost'] as const)('a retry after a %s call follows and unfollows once', async (fault) => {
    const [mira, fan, tag] = [await addPerson(), await addPerson(), word()]
    await addTag(await addSketch(mira), mira, tag)
    const send = (path: string, bindings: typeof env = env) =>
      sendRequestWith(bindings, `/api/v2/tag/${path}`, { as: fan, body: { tag } })
    const rows = () => env.DB.prepare('SELECT count(*) AS n FROM tag_follows WHERE user_id = ?').bind(fan.id).first('n')
    for (const [path, undo, kept] of [
      ['follow', 'unfollow', 1],
      ['unfollow', 'follow', 0],
    ] as const) {
      await withEveryFault(
        fault,
        (bindings) => send(path, bindings),
        async () => {
          expect([0, 1]).toContain(await rows())
          expect(await jsonOf(send(path))).toEqual({ tag, following: kept === 1 })
          expect(await rows()).toBe(kept)
          await jsonOf(send(undo))
        },
      )
      await jsonOf(send(path))
    }
  })

  it('the number of followed tags has a limit', async () => {
    const fan = await addPerson()
    await env.DB.prepare(
      `INSERT INTO tags (name) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
        SELECT 'end-' || i FROM n`,
    )
      .bind(TAGS_FOLLOWED_MAX)
      .run()
    await env.DB.prepare(
      `INSERT INTO tag_follows (user_id, tag_id, created_at) SELECT ?, id, 1 FROM tags WHERE name LIKE 'end-%' AND name <> 'end-0'`,
    )
      .bind(fan.id)
      .run()
    expect(await errorOf(follow(fan, 'end-0'))).toEqual([409, 'tag_limit'])
    expect(await jsonOf(follow(fan, 'end-1'))).toEqual({ tag: 'end-1', following: true })
  })
})
