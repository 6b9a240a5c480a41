import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { ShownSketch } from '../../../../contract/http/sketch-page.ts'
import { addComment } from '../../../support/worker/comments.ts'
import { changedFiles } from '../../../support/worker/outages.ts'
import { addPerson, type Person } from '../../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest, sendRequestWith } from '../../../support/worker/site.ts'
import { addPicture, storedKeys } from '../../../support/worker/uploads.ts'

const remove = (as: Person | null, id: number) =>
  sendRequest(`/api/v2/sketch/${id}`, { as, body: { action: 'delete', reason: 'A test.' } })

/** Adds a sketch with a heart, a comment and tags. */
async function makeSketch() {
  const [ines, mira] = [await addPerson(), await addPerson()]
  const sketch = await addPicture(ines, { title: 'Low tide', tags: ['sea', 'mud'] })
  await sendRequest('/heart', { as: mira, body: { action: 'heart', which: sketch.id } })
  await addComment(mira, sketch.id)
  return { ines, mira, sketch }
}

async function left({ id }: ShownSketch): Promise<unknown> {
  return env.DB.prepare(
    `SELECT (SELECT count(*) FROM sketches WHERE id = ?1) AS sketches,
      (SELECT count(*) FROM hearts WHERE sketch_id = ?1) AS hearts,
      (SELECT count(*) FROM comments WHERE target_id = ?1) AS comments,
      (SELECT count(*) FROM sketch_tags WHERE sketch_id = ?1) AS tags`,
  )
    .bind(id)
    .first()
}

describe('deleting a sketch [1 §6]', () => {
  it.each(['its artist', 'a gloperator', 'an admin'])('a sketch is deleted by %s', async (role) => {
    const { ines, sketch } = await makeSketch()
    const flags = role === 'an admin' ? 'a' : 'm'
    const as = role === 'its artist' ? ines : await addPerson({ flags })
    expect(await jsonOf(remove(as, sketch.id))).toEqual({ ok: true })
    const reader = role === 'its artist' ? ines : await addPerson()
    expect(await errorOf(sendRequest(`/api/v2/sketch/${sketch.id}`, { as: reader }))).toEqual([404, 'not_found'])
    expect(await errorOf(remove(as, sketch.id))).toEqual([404, 'not_found'])
  })

  it('a sketch is not deleted by other members', async () => {
    const { mira, sketch } = await makeSketch()
    expect(await errorOf(remove(mira, sketch.id))).toEqual([403, 'forbidden'])
    expect(await errorOf(remove(await addPerson({ flags: 'gfp' }), sketch.id))).toEqual([403, 'forbidden'])
    expect(await errorOf(remove(null, sketch.id))).toEqual([401, 'not_logged_in'])
    expect(await left(sketch)).toEqual({ sketches: 1, hearts: 1, comments: 1, tags: 2 })
  })

  it('another action is refused', async () => {
    const { ines, sketch } = await makeSketch()
    const request = sendRequest(`/api/v2/sketch/${sketch.id}`, { as: ines, body: { action: 'undelete' } })
    expect(await errorOf(request)).toEqual([400, 'bad_request'])
  })

  it('deleting a sketch deletes its hearts, comments and tags', async () => {
    const { ines, sketch } = await makeSketch()
    await remove(ines, sketch.id)
    expect(await left(sketch)).toEqual({ sketches: 0, hearts: 0, comments: 0, tags: 0 })
    const tags = await env.DB.prepare(
      "SELECT coalesce(sum(sketches_count), 0) AS used FROM tags WHERE name IN ('sea', 'mud')",
    ).first()
    const used = await env.DB.prepare(
      `SELECT count(*) AS used FROM sketch_tags WHERE tag_id IN (SELECT id FROM tags WHERE name IN ('sea', 'mud'))
        AND listed_for_all = 1`,
    ).first()
    expect(tags).toEqual(used)
  })

  it('deleting a sketch takes back the glops that it earned', async () => {
    const { ines, sketch } = await makeSketch()
    await remove(ines, sketch.id)
    const artist = await env.DB.prepare('SELECT glops, hearts_received, sketches_count FROM users WHERE id = ?')
      .bind(ines.id)
      .first()
    expect(artist).toEqual({ glops: 0, hearts_received: 0, sketches_count: 0 })
  })

  it('deleting a sketch does not return the hearts that it was given', async () => {
    const { ines, mira, sketch } = await makeSketch()
    await remove(ines, sketch.id)
    const { user } = await requestJson<{ user: { heartsAvailable: number } }>('/api/v2/session', { as: mira })
    expect(user.heartsAvailable).toBe(4)
  })

  it('deleting a sketch deletes its file and every derived picture', async () => {
    const { ines, sketch } = await makeSketch()
    for (const width of [200, 400]) await (await sendRequest(`${sketch.imageUrl}/${width}`)).arrayBuffer()
    expect((await env.FILES.list()).objects.length).toBeGreaterThan(0)
    const before = (await env.FILES.list()).objects.map(({ key }) => key)
    await remove(ines, sketch.id)
    const after = (await env.FILES.list()).objects.map(({ key }) => key)
    expect(before.length - after.length).toBe(3)
  })

  it.each(['before it is stored', 'after'])(
    'a derived picture made during the deletion does not remain: deleted %s',
    async (when) => {
      const { ines, sketch } = await makeSketch()
      const before = await storedKeys()
      const put = async (...sent: Parameters<R2Bucket['put']>) => {
        if (when === 'before it is stored') await remove(ines, sketch.id)
        const kept = await env.FILES.put(...sent)
        if (when === 'after') await remove(ines, sketch.id)
        return kept
      }
      const bindings = { ...env, FILES: changedFiles({ put }) }
      expect(await errorOf(sendRequestWith(bindings, `${sketch.imageUrl}/200`))).toEqual([404, 'not_found'])
      expect((await storedKeys()).length).toBe(before.length - 1)
    },
  )

  it('the pictures of a deleted sketch are gone for everyone at once', async () => {
    const { ines, sketch } = await makeSketch()
    const address = `${sketch.imageUrl}/200`
    await (await sendRequest(address)).arrayBuffer()
    await (await sendRequest(address)).arrayBuffer()
    await remove(ines, sketch.id)
    expect(await errorOf(sendRequest(address))).toEqual([404, 'not_found'])
  })

  it('deleting a sketch removes the avatar made of it', async () => {
    const { ines, sketch } = await makeSketch()
    await env.DB.prepare('UPDATE users SET avatar_key = ? WHERE id = ?')
      .bind(sketch.imageUrl.split('/').at(-1), ines.id)
      .run()
    await remove(ines, sketch.id)
    expect(await requestJson('/api/v2/session', { as: ines })).toMatchObject({ user: { avatar: null } })
  })
})
