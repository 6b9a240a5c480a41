import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import { resumeNotes } from '../../../worker/features/users/fan-notes.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { addFans, addMembers, becomeFan, block } from '../../support/worker/fans-and-blocks.ts'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'

const faults: Fault[] = ['refused', 'lost']

const write = (as: Person, message: unknown = 'New prints.') =>
  sendRequest('/api/v2/user/noteToFans', { as, body: { message } })

const fansNotified = async (pending: Promise<Response>) =>
  (await (await pending).json<{ fansNotified: number }>()).fansNotified

const notesOf = async (as: Person) => {
  const { items } = await requestJson<NotificationList>('/api/v2/notices?category=notes', { as })
  return items.map(({ actor, note }) => [actor?.id, note?.excerpt])
}

const setNotes = (fan: Person, artist: Person, value: boolean) =>
  sendRequest('/api/v2/fan/notify', { as: fan, body: { user: artist.id, which: 'notes', value } })

describe('notes to fans [2 §7]', () => {
  it('a note is a notification of each fan', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    await becomeFan(tomo, mira)
    expect(await fansNotified(write(mira))).toBe(1)
    expect(await notesOf(tomo)).toEqual([[mira.id, 'New prints.']])
  })

  it('a member who is no fan gets no note', async () => {
    const [mira, tomo, ines] = [await addPerson(), await addPerson(), await addPerson()]
    await becomeFan(tomo, mira)
    await write(mira)
    expect(await notesOf(ines)).toEqual([])
  })

  it('a fan who switched notes off is not notified or counted', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    await becomeFan(tomo, mira)
    await setNotes(tomo, mira, false)
    expect(await fansNotified(write(mira))).toBe(0)
    expect(await notesOf(tomo)).toEqual([])
  })

  it('a fan who switched notes on again is counted again', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    await becomeFan(tomo, mira)
    await setNotes(tomo, mira, false)
    await setNotes(tomo, mira, true)
    expect(await fansNotified(write(mira))).toBe(1)
  })

  it('a fan who left is not counted', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    await becomeFan(tomo, mira)
    await sendRequest('/api/unfan', { as: tomo, body: { user: mira.id } })
    expect(await fansNotified(write(mira))).toBe(0)
  })

  it('notes do not cross a block', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    await becomeFan(tomo, mira)
    await write(mira)
    await block(mira, tomo)
    expect(await notesOf(tomo)).toEqual([])
  })

  it('a member can send one note a day', async () => {
    const mira = await addPerson()
    await write(mira, 'The first.')
    expect(await errorOf(write(mira, 'The second.'))).toEqual([409, 'note_limit'])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_001 })
    try {
      expect((await write(mira, 'The second.')).status).toBe(200)
    } finally {
      vi.useRealTimers()
    }
  })

  it('the same note sent again is sent once', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    await becomeFan(tomo, mira)
    expect([await fansNotified(write(mira)), await fansNotified(write(mira))]).toEqual([1, 1])
    expect(await notesOf(tomo)).toHaveLength(1)
  })

  it.each(['', '   ', 'a'.repeat(281), 7, null])('the message %j is refused', async (message) => {
    expect(await errorOf(write(await addPerson(), message))).toEqual([400, 'bad_request'])
  })

  it('all of many fans are notified', async () => {
    const mira = await addPerson()
    await addFans(mira, await addMembers(1203, 'Crowd of notes'))
    expect(await fansNotified(write(mira))).toBe(1203)
    const count = env.DB.prepare("SELECT count(*) AS n FROM notifications WHERE category = 'notes' AND actor_id = ?")
    expect(await count.bind(mira.id).first('n')).toBe(1203)
  })
})

describe.each(faults)('a note with one database call %s', (fault) => {
  it('every fan gets the note once when it is sent again', async () => {
    const fan = await addPerson()
    let artist = await addPerson()
    await becomeFan(fan, artist)
    const seen: number[] = []
    await withEveryFault(
      fault,
      (bindings) =>
        sendRequestWith(bindings, '/api/v2/user/noteToFans', { as: artist, body: { message: 'New prints.' } }),
      async () => {
        await write(artist)
        await resumeNotes(openDb(env.DB))
        seen.push((await notesOf(fan)).filter(([id]) => id === artist.id).length)
        artist = await addPerson()
        await becomeFan(fan, artist)
      },
    )
    expect(new Set(seen)).toEqual(new Set([1]))
  })
})
