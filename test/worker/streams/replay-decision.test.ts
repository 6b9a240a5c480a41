import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import {
  addReplay,
  addStream,
  postToStream,
  shownStream,
  storedFiles,
  storeReplay,
} from '../../support/worker/stream-calls.ts'

const auditLog = async (id: number) => {
  const acts = env.DB.prepare("SELECT * FROM audit_log WHERE target_type = 'stream' AND target_id = ?").bind(id)
  return (await acts.all()).results
}

const decide = (as: Person, id: number, keep: boolean) => postToStream(as, 'replay', { id, keep })
const manifest = (as: Person | null, id: number) => sendRequest(`/stream/${id}/replay/manifest.json`, { as })

async function addPending(artist: Person): Promise<number> {
  const id = await addReplay(artist, { replay: 'pending' })
  await storeReplay(id)
  return id
}

describe('the decision about a recording', () => {
  it('a recording is visible only to its artist and staff until the artist decides', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const id = await addPending(mira)
    for (const as of [mira, staff]) {
      const reply = await manifest(as, id)
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, max-age=3600'])
    }
    for (const as of [null, await addPerson()]) expect(await errorOf(manifest(as, id))).toEqual([404, 'not_found'])
  })

  it('only the artist decides about a recording', async () => {
    const id = await addPending(await addPerson())
    expect(await errorOf(decide(await addPerson(), id, true))).toEqual([403, 'forbidden'])
  })

  it('a kept recording is a replay for everyone', async () => {
    const mira = await addPerson()
    const id = await addPending(mira)
    for (let times = 0; times < 2; times++) await jsonOf(decide(mira, id, true))
    const { items } = await requestJson<{ items: object[] }>('/api/v2/streams/replays')
    expect(items[0]).toMatchObject({ id, durationMs: 60_000 })
    for (const file of ['replay/manifest.json', 'replay/0.seg', 'preview/1.webp']) {
      const reply = await sendRequest(`/stream/${id}/${file}`)
      expect([file, reply.status, reply.headers.get('cache-control')]).toEqual([
        file,
        200,
        'public, max-age=31536000, immutable',
      ])
    }
  })

  it('a removed replay is deleted with its files, previews, chapters and chat', async () => {
    const mira = await addPerson()
    const id = await addReplay(mira, { previewNumber: 1 })
    await storeReplay(id)
    await postToStream(mira, 'chapters', { id, chapters: [{ atMs: 0, title: 'Lines' }] })
    expect((await manifest(null, id)).status).toBe(200)
    await jsonOf(decide(mira, id, false))
    expect(await storedFiles(id)).toEqual([])
    expect(await shownStream(mira, id)).toMatchObject({ replay: 'none', preview: null, chapters: [] })
    for (const file of ['replay/manifest.json', 'replay/0.seg', 'replay/chat.json'])
      expect(await errorOf(sendRequest(`/stream/${id}/${file}`, { as: mira }))).toEqual([404, 'not_found'])
  })

  it('a repeated request to remove a replay has no effect', async () => {
    const mira = await addPerson()
    const id = await addReplay(mira)
    for (let time = 0; time < 2; time++) await jsonOf(decide(mira, id, false))
    expect(await shownStream(mira, id)).toMatchObject({ replay: 'none' })
  })

  it('a recording is removed only once it is complete', async () => {
    const mira = await addPerson()
    const id = await addReplay(mira, { replay: 'none', finalized: false })
    expect(await errorOf(decide(mira, id, false))).toEqual([404, 'not_found'])
  })

  it('a removed replay cannot be kept', async () => {
    const mira = await addPerson()
    const id = await addReplay(mira)
    await jsonOf(decide(mira, id, false))
    expect(await errorOf(decide(mira, id, true))).toEqual([404, 'not_found'])
  })
})

describe('replays hidden by staff', () => {
  const hide = (as: Person, id: number, hidden: boolean, reason = 'shows a film') =>
    postToStream(as, 'hideReplay', { id, hidden, reason })

  /** A member, a gloperator, and a replay of the member. */
  async function addReplayAndStaff() {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const id = await addReplay(mira)
    await storeReplay(id)
    return { mira, staff, id }
  }

  it('a replay hidden by staff is visible only to its artist', async () => {
    const { mira, staff, id } = await addReplayAndStaff()
    await jsonOf(hide(staff, id, true))
    expect(await errorOf(manifest(null, id))).toEqual([404, 'not_found'])
    expect((await manifest(mira, id)).status).toBe(200)
  })

  it('staff cannot show their own replay again that a colleague hid', async () => {
    const [artist, staff] = [await addPerson({ flags: 'm' }), await addPerson({ flags: 'm' })]
    const id = await addReplay(artist)
    await storeReplay(id)
    await jsonOf(hide(staff, id, true))
    expect(await errorOf(hide(artist, id, false))).toEqual([403, 'forbidden'])
    expect(await errorOf(manifest(null, id))).toEqual([404, 'not_found'])
  })

  it('a replay is neither hidden nor shown again without a reason', async () => {
    const { mira, staff, id } = await addReplayAndStaff()
    expect(await errorOf(hide(staff, id, true, ' '))).toEqual([400, 'bad_request'])
    expect(await shownStream(mira, id)).toMatchObject({ replay: 'kept' })
    await jsonOf(hide(staff, id, true))
    expect(await errorOf(hide(staff, id, false, ''))).toEqual([400, 'bad_request'])
    expect(await shownStream(mira, id)).toMatchObject({ replay: 'hidden' })
  })

  it('a replay that staff show again is visible to everyone', async () => {
    const { staff, id } = await addReplayAndStaff()
    for (const hidden of [true, false]) await jsonOf(hide(staff, id, hidden))
    expect((await manifest(null, id)).status).toBe(200)
  })

  it('the artist cannot publish a replay hidden by staff', async () => {
    const { mira, staff, id } = await addReplayAndStaff()
    await jsonOf(hide(staff, id, true))
    expect(await errorOf(decide(mira, id, true))).toEqual([404, 'not_found'])
    expect(await errorOf(manifest(null, id))).toEqual([404, 'not_found'])
  })

  it('hiding and showing a replay are written to the audit log', async () => {
    const { mira, staff, id } = await addReplayAndStaff()
    for (const hidden of [true, false]) await jsonOf(hide(staff, id, hidden))
    const line = { staff_id: staff.id, action: 'replay_hide', user_id: mira.id, reason: 'shows a film' }
    expect(await auditLog(id)).toMatchObject([line, line])
  })

  it('a live stream has no replay to hide', async () => {
    const id = await addStream(await addPerson())
    expect(await errorOf(hide(await addPerson({ flags: 'm' }), id, true))).toEqual([404, 'not_found'])
  })

  describe('a pending recording hidden by staff', () => {
    let mira: Person
    let staff: Person
    let id: number
    beforeEach(async () => {
      ;[mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
      id = await addPending(mira)
      await jsonOf(hide(staff, id, true))
    })

    it('the artist cannot decide about a hidden recording', async () => {
      expect(await shownStream(mira, id)).toMatchObject({ replay: 'hidden' })
      expect(await errorOf(decide(mira, id, true))).toEqual([404, 'not_found'])
    })

    it('the recording is pending again once staff show it', async () => {
      await jsonOf(hide(staff, id, false))
      expect(await shownStream(mira, id)).toMatchObject({ replay: 'pending' })
      expect(await errorOf(manifest(null, id))).toEqual([404, 'not_found'])
    })

    it('the audit log has both changes', async () => {
      await jsonOf(hide(staff, id, false))
      const changes = (await auditLog(id)).map((act) => JSON.parse(String(act.changes)))
      expect(changes).toEqual([{ replay: ['pending', 'hidden'] }, { replay: ['hidden', 'pending'] }])
    })

    it('a replay that was kept afterwards stays kept when staff hide and show it', async () => {
      await jsonOf(hide(staff, id, false))
      await jsonOf(decide(mira, id, true))
      for (const hidden of [true, false]) await jsonOf(hide(staff, id, hidden))
      expect((await manifest(null, id)).status).toBe(200)
    })
  })
})
