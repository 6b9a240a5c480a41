import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { CommentItem } from '../../../contract/http/comments.ts'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import { LINKS_REMEMBERED } from '../../../contract/limits.ts'
import { addCompo } from '../../support/worker/compos.ts'
import { addGroup } from '../../support/worker/groups.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch, linkKeyOf, withLink } from '../../support/worker/sketches.ts'
import { addPicture } from '../../support/worker/uploads.ts'

const NO_SKETCH = [404, 'not_found']
const keyText = (number: number) => number.toString(16).padStart(40, '0')
const addUnlisted = async () => addSketch(await addPerson(), { unlisted: true })

/** The keys that a reply tells the browser to remember. */
function rememberedBy(reply: Response): string[] {
  const cookie = reply.headers.getSetCookie().find((line) => line.startsWith('links='))
  return cookie ? (/^links=([^;]*)/.exec(cookie)?.[1]?.split('.') ?? []) : []
}

describe('the link of an unlisted sketch [1 §5]', () => {
  it('an unlisted sketch without its link is answered as if it did not exist', async () => {
    const id = await addUnlisted()
    for (const as of [null, await addPerson()]) {
      for (const path of [`/api/v2/sketch/${id}`, `/api/v2/sketch/${id}?key=${keyText(1)}`, `/api/v2/sketch/${id + 1}`])
        expect(await errorOf(sendRequest(path, { as }))).toEqual(NO_SKETCH)
      expect((await sendRequest(`/sketch/${id}`, { as })).status).toBe(404)
    }
  })

  it('visitors and members with the link see an unlisted sketch and can share the link', async () => {
    const id = await addUnlisted()
    const linkKey = await linkKeyOf(id)
    for (const as of [null, await addPerson()]) {
      const page = await requestJson(`/api/v2/sketch/${id}?key=${linkKey}`, { as })
      expect(page).toMatchObject({ hidden: false, notice: 'unlisted', linkKey })
      expect((await sendRequest(`/sketch/${id}?key=${linkKey}`, { as })).status).toBe(200)
    }
  })

  it('no shared cache keeps a page that was opened with a key', async () => {
    const id = await addUnlisted()
    const reply = await sendRequest(`/sketch/${id}?key=${await linkKeyOf(id)}`, { headers: { accept: 'text/html' } })
    expect(reply.headers.get('cache-control')).toBe('private, no-store')
  })

  it('the artist and staff need no key to see an unlisted sketch, and get its link', async () => {
    const artist = await addPerson()
    const id = await addSketch(artist, { unlisted: true })
    for (const as of [artist, await addPerson({ flags: 'm' })])
      expect(await requestJson(`/api/v2/sketch/${id}`, { as })).toMatchObject({ linkKey: await linkKeyOf(id) })
  })

  it('a sketch that is not unlisted has no key', async () => {
    const id = await addSketch(await addPerson())
    expect(await requestJson(`/api/v2/sketch/${id}`)).toMatchObject({ linkKey: null })
  })

  it('a blocked member does not learn that the sketch exists', async () => {
    const id = await addUnlisted()
    const blocked = await addPerson()
    const { userId } = await requestJson<{ userId: number }>(`/api/v2/sketch/${id}?key=${await linkKeyOf(id)}`)
    await env.DB.prepare('INSERT INTO blocks (user_id, blocked_id, created_at) VALUES (?, ?, 0)')
      .bind(userId, blocked.id)
      .run()
    expect(await errorOf(sendRequest(`/api/v2/sketch/${id}`, { as: blocked }))).toEqual(NO_SKETCH)
  })

  it('each posted unlisted sketch has a key of its own, and public ones have none', async () => {
    const artist = await addPerson()
    const post = (unlisted: boolean) => addPicture(artist, { unlisted })
    const [first, second, open] = [await post(true), await post(true), await post(false)]
    expect(first.linkKey).toMatch(/^[0-9a-f]{40}$/)
    expect(second.linkKey).not.toBe(first.linkKey)
    expect(open.linkKey).toBeNull()
  })
})

describe('changes of a sketch of another member [1 §5]', () => {
  it('changes without the link are answered as if the sketch did not exist, and with the link are forbidden', async () => {
    const artist = await addPerson()
    const id = await addSketch(artist, { unlisted: true })
    const [stranger, friend] = [await addPerson(), await addPerson()]
    const [compo, groupId] = [await addCompo(), await addGroup(await addPerson())]
    const calls: [string, unknown?][] = [
      ['/api/v2/group', { action: 'feature', groupId, sketchId: id }],
      ['/api/v2/group', { action: 'remove', groupId, sketchId: id }],
      [`/api/v2/sketch/${id}`, { action: 'delete' }],
      ['/api/v2/user/setAvatar', { sketch: id }],
      [`/compo/${compo}`, { sketchId: id }],
    ]
    for (const [path, body] of calls) {
      expect([path, await errorOf(sendRequest(path, { as: stranger, body }))]).toEqual([path, NO_SKETCH])
      const withKey = { body, ...(await withLink(id, friend)) }
      expect([path, await errorOf(sendRequest(path, withKey))]).toEqual([path, [403, 'forbidden']])
    }
  })

  it('moderators of a group do not learn from its calls which sketches exist', async () => {
    const [id, owner] = [await addSketch(await addPerson(), { unlisted: true }), await addPerson()]
    const groupId = await addGroup(owner)
    for (const action of ['feature', 'remove'] as const)
      for (const sketchId of [id, 999_999])
        expect([
          action,
          await errorOf(sendRequest('/api/v2/group', { as: owner, body: { action, groupId, sketchId } })),
        ]).toEqual([action, NO_SKETCH])
  })
})

describe('the browser remembers an opened link [1 §5]', () => {
  it('a page, and the call that reads a page, keep the key in a cookie that scripts cannot read', async () => {
    const id = await addUnlisted()
    const linkKey = await linkKeyOf(id)
    for (const path of [`/sketch/${id}`, `/api/v2/sketch/${id}`]) {
      const reply = await sendRequest(`${path}?key=${linkKey}`)
      expect(rememberedBy(reply)).toEqual([linkKey])
      expect(reply.headers.getSetCookie().join()).toContain('HttpOnly')
    }
  })

  it('the comments and hearts of the sketch are read, and a comment is written, by its id', async () => {
    const id = await addUnlisted()
    const paths = [`/api/comments/${id}?type=sketch`, `/api/v2/sketchHearts/${id}`, `/api/v2/sketchInfo/${id}`]
    for (const path of paths) {
      expect(await errorOf(sendRequest(path))).toEqual(NO_SKETCH)
      expect((await sendRequest(path, await withLink(id))).status).toBe(200)
    }
    const mira = await addPerson()
    const body = { comment: 'Thank you for the link.', type: 'sketch', which: id, key: crypto.randomUUID() }
    expect(await errorOf(sendRequest('/comment', { as: mira, body }))).toEqual(NO_SKETCH)
    expect((await sendRequest('/comment', { body, ...(await withLink(id, mira)) })).status).toBe(200)
  })

  it('a key that opens nothing is not remembered', async () => {
    const id = await addUnlisted()
    expect(rememberedBy(await sendRequest(`/sketch/${id}?key=${keyText(7)}`))).toEqual([])
    expect(rememberedBy(await sendRequest(`/api/v2/sketch/${await addSketch(await addPerson())}?key=x`))).toEqual([])
    const open = await addSketch(await addPerson())
    for (const path of [`/sketch/${open}`, `/api/v2/sketch/${open}`])
      expect(rememberedBy(await sendRequest(`${path}?key=${keyText(7)}`))).toEqual([])
  })

  it('a page that is loaded in advance, and a preview, open the sketch but its key is not remembered', async () => {
    const id = await addUnlisted()
    const key = await linkKeyOf(id)
    for (const path of [`/api/v2/sketch/${id}?ahead=1&key=${key}`, `/api/v2/sketchThumb/${id}?key=${key}`]) {
      const reply = await sendRequest(path)
      expect([path, reply.status, rememberedBy(reply)]).toEqual([path, 200, []])
    }
  })

  it(`the latest ${LINKS_REMEMBERED} links are remembered, each once`, async () => {
    const id = await addUnlisted()
    const linkKey = await linkKeyOf(id)
    const older = Array.from({ length: LINKS_REMEMBERED }, (_, index) => keyText(index))
    const opened = async (cookie: string) =>
      rememberedBy(await sendRequest(`/sketch/${id}?key=${linkKey}`, { headers: { cookie: `links=${cookie}` } }))
    expect(await opened(older.join('.'))).toEqual([linkKey, ...older.slice(0, -1)])
    expect(await opened([...older.slice(0, 3), linkKey].join('.'))).toEqual([linkKey, ...older.slice(0, 3)])
  })

  it('a forged cookie opens nothing and breaks nothing', async () => {
    const id = await addUnlisted()
    for (const links of ['', '.', 'null', "' OR 1=1 --", keyText(9), `${keyText(9)}.`.repeat(200)]) {
      const headers = { cookie: `links=${encodeURIComponent(links)}` }
      expect(await errorOf(sendRequest(`/api/v2/sketch/${id}`, { headers }))).toEqual(NO_SKETCH)
    }
  })
})

describe('notifications of a sketch that becomes unlisted [1 §5]', () => {
  const titlesOf = async (as: Person) =>
    (await requestJson<NotificationList>('/api/v2/notices', { as })).items.map(({ sketch }) => sketch?.title)
  const setPrivacy = (as: Person, id: number, privacy: 'public' | 'unlisted') =>
    jsonOf(sendRequest(`/sketch/${id}/edit`, { as, body: { privacy } }))

  /** A sketch with a comment that mentions a member and got a reply, so that all three are notified. */
  async function addDiscussed(fields: { unlisted?: boolean } = {}) {
    const [artist, author, mentioned] = [await addPerson(), await addPerson(), await addPerson()]
    const id = await addSketch(artist, { title: 'Ebb', ...fields })
    const comment = async (as: Person, text: string, replyTo?: number) => {
      const body = { comment: text, type: 'sketch', which: id, key: crypto.randomUUID(), ...(replyTo && { replyTo }) }
      const request = fields.unlisted ? { body, ...(await withLink(id, as)) } : { body, as }
      return (await jsonOf<{ comment: CommentItem }>(sendRequest('/comment', request))).comment
    }
    const first = await comment(author, `Look, @${mentioned.nickname}`)
    await comment(artist, 'Thank you', first.id)
    expect([await titlesOf(artist), await titlesOf(author), await titlesOf(mentioned)]).toEqual([
      ['Ebb'],
      ['Ebb'],
      ['Ebb'],
    ])
    return { id, artist, others: [author, mentioned] }
  }

  it('notifications of other members are left out, because they would show the new link, and those of the artist stay', async () => {
    const { id, artist, others } = await addDiscussed()
    await setPrivacy(artist, id, 'unlisted')
    for (const member of others) expect(await titlesOf(member)).toEqual([])
    expect(await titlesOf(artist)).toEqual(['Ebb'])
  })

  it('notifications of a sketch that becomes public again come back as read', async () => {
    const { id, artist, others } = await addDiscussed()
    await setPrivacy(artist, id, 'unlisted')
    await setPrivacy(artist, id, 'public')
    for (const as of others)
      expect(await requestJson<NotificationList>('/api/v2/notices', { as })).toMatchObject({
        items: [{ sketch: { title: 'Ebb', linkKey: null }, read: true }],
        unread: { comments: 0, mentions: 0 },
      })
  })

  it('a member who is notified after the sketch became unlisted sees only that notification', async () => {
    const { id, artist, others } = await addDiscussed()
    const [author] = others
    await setPrivacy(artist, id, 'unlisted')
    const body = { comment: `Look, @${author?.nickname}`, type: 'sketch', which: id, key: crypto.randomUUID() }
    await jsonOf(sendRequest('/comment', { as: artist, body }))
    expect(await titlesOf(author as Person)).toEqual(['Ebb'])
  })

  it('notifications from before a sketch was public do not show its new link', async () => {
    const { id, artist, others } = await addDiscussed({ unlisted: true })
    await setPrivacy(artist, id, 'unlisted')
    for (const member of others) expect(await titlesOf(member)).toEqual(['Ebb'])
    await setPrivacy(artist, id, 'public')
    for (const member of others) expect(await titlesOf(member)).toEqual(['Ebb'])
    await setPrivacy(artist, id, 'unlisted')
    for (const member of others) expect(await titlesOf(member)).toEqual([])
  })
})
