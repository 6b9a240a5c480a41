import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { addedToGroup, addGroup } from '../../support/worker/groups.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { sendRequest } from '../../support/worker/site.ts'
import { addPicture, addUpload } from '../../support/worker/uploads.ts'

/** Requests twice for each viewer, so that cached replies are checked too. Returns the status by viewer. */
async function statuses(address: string, viewers: Record<string, Person | null>): Promise<Record<string, number>> {
  const got: Record<string, number> = {}
  for (const round of [1, 2]) {
    for (const [name, as] of Object.entries(viewers)) {
      const reply = await sendRequest(address, { as })
      await reply.arrayBuffer()
      const before = got[name]
      if (round === 2 && before !== reply.status) throw new Error(`${name} got ${before}, then ${reply.status}`)
      got[name] = reply.status
    }
  }
  return got
}

async function makeViewers() {
  return {
    artist: await addPerson(),
    visitor: null,
    member: await addPerson(),
    'member who shows mature': await addPerson({ showMature: true }),
    gloperator: await addPerson({ flags: 'm' }),
    admin: await addPerson({ flags: 'a' }),
  }
}

const everyone = { artist: 200, visitor: 200, member: 200, 'member who shows mature': 200, gloperator: 200, admin: 200 }

describe('access to pictures', () => {
  it.each([{}, { unlisted: true }])(
    'everyone with its address gets the picture of a public or unlisted sketch: %j',
    async (fields) => {
      const viewers = await makeViewers()
      const { imageUrl } = await addPicture(viewers.artist, fields)
      expect(await statuses(`${imageUrl}/200`, viewers)).toEqual(everyone)
    },
  )

  it('the picture of a mature sketch is served to viewers who show mature sketches, its artist and staff [1 §5]', async () => {
    const viewers = await makeViewers()
    const { imageUrl } = await addPicture(viewers.artist, { mature: true })
    expect(await statuses(`${imageUrl}/200`, viewers)).toEqual({ ...everyone, visitor: 404, member: 404 })
  })

  it('group admins get the picture of a mature sketch while it is suggested for a group', async () => {
    const artist = await addPerson()
    const admin = await addPerson({ flags: 'g' })
    const { id, imageUrl } = await addPicture(artist, { mature: true })
    const viewers = { admin, member: await addPerson() }
    expect(await statuses(`${imageUrl}/200`, viewers)).toEqual({ admin: 404, member: 404 })
    await addedToGroup(artist, await addGroup(await addPerson()), id)
    expect(await statuses(`${imageUrl}/200`, viewers)).toEqual({ admin: 200, member: 404 })
  })

  it.each(['copyright', 'inappropriate', 'notsketch'])(
    'the picture of a sketch with a violation is served to its artist and staff: %s',
    async (violation) => {
      const viewers = await makeViewers()
      const { id, imageUrl } = await addPicture(viewers.artist)
      await env.DB.prepare('UPDATE sketches SET violation = ? WHERE id = ?').bind(violation, id).run()
      expect(await statuses(`${imageUrl}/200`, viewers)).toEqual({
        ...everyone,
        visitor: 404,
        member: 404,
        'member who shows mature': 404,
      })
    },
  )

  it('the picture of a pending upload is served to its owner only', async () => {
    const viewers = await makeViewers()
    const { imageUrl } = await addUpload(viewers.artist)
    expect(await statuses(`${imageUrl}/200`, viewers)).toEqual({
      artist: 200,
      visitor: 404,
      member: 404,
      'member who shows mature': 404,
      gloperator: 404,
      admin: 404,
    })
  })

  it('shared caches do not store restricted pictures', async () => {
    const artist = await addPerson()
    const pictures = [await addPicture(artist, { mature: true }), await addUpload(artist)]
    const requests: Record<string, string>[] = [{}, { range: 'bytes=0-3' }]
    for (const { imageUrl } of pictures) {
      for (const headers of requests) {
        const reply = await sendRequest(`${imageUrl}/200`, { as: artist, headers })
        await reply.arrayBuffer()
        expect(reply.headers.get('cache-control')).toMatch(/^private\b/)
        expect(reply.headers.get('vary')).toMatch(/cookie/i)
      }
    }
  })

  it('a restricted picture reveals nothing through If-None-Match or Range', async () => {
    const artist = await addPerson()
    const { imageUrl } = await addPicture(artist, { mature: true })
    const address = `${imageUrl}/200`
    const seen = await sendRequest(address, { as: artist })
    await seen.arrayBuffer()
    const etag = seen.headers.get('etag') ?? ''
    expect((await sendRequest(address, { as: artist, headers: { 'if-none-match': etag } })).status).toBe(304)
    const requests: Record<string, string>[] = [{ 'if-none-match': etag }, { range: 'bytes=0-3' }]
    for (const headers of requests) {
      expect((await sendRequest(address, { headers })).status).toBe(404)
    }
  })
})
