import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { streamChannel } from '../../../contract/channel.ts'
import type { ShownProfile } from '../../../contract/http/users.ts'
import { chatSocketPath } from '../../../contract/socket/chat.ts'
import { streamSocketPath } from '../../../contract/socket/stream-messages.ts'
import { browserWithIssuer, join, signIn } from '../../support/worker/browser.ts'
import { addChannel } from '../../support/worker/chat.ts'
import { addPerson } from '../../support/worker/people.ts'
import { jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'

/** The database, and the points from which its sessions read. The first is that of the member's session. */
function databaseWithStarts() {
  const starts: (string | undefined)[] = []
  const DB = new Proxy(env.DB, {
    get(target, name) {
      if (name !== 'withSession') return Reflect.get(target, name)
      return (start?: string) => {
        starts.push(start)
        return target.withSession(start)
      }
    },
  })
  return { DB, starts }
}

describe('where a request reads', () => {
  it('a page that learned of a change reads at the primary database', async () => {
    const [mira, { DB, starts }] = [await addPerson(), databaseWithStarts()]
    const read = (headers: Record<string, string>) =>
      jsonOf(sendRequestWith({ ...env, DB }, '/api/v2/sessions', { as: mira, headers }))
    await read({})
    await read({ 'cache-control': 'no-cache', cookie: `${mira.cookie}; bookmark=${'0'.repeat(8)}` })
    expect(starts).toEqual(['first-primary', 'first-unconstrained', 'first-primary', 'first-primary'])
  })

  it('a file is never read at the primary database, which browsers ask for when a page is reloaded', async () => {
    const { DB, starts } = databaseWithStarts()
    const path = `/image/${'0'.repeat(40)}/175`
    await sendRequestWith({ ...env, DB }, path, { headers: { 'cache-control': 'no-cache' } })
    expect(starts).toEqual(['first-unconstrained'])
  })

  it.each<[string, unknown?]>([
    ['/api/v2/search/sketch?query=heron'],
    ['/api/v2/search/sketch', { query: 'heron' }],
    ['/api/v2/search/user?query=heron'],
    ['/api/v2/forum/search?query=heron'],
    ['/api/v2/search/suggestions?q=primary'],
    ['/api/v2/group', { action: 'search', query: 'heron' }],
    ['/api/v2/group', { action: 'similar', query: 'heron' }],
  ])('a search never reads at the primary database, which it could occupy: %s %j', async (path, body) => {
    const { DB, starts } = databaseWithStarts()
    await jsonOf(sendRequestWith({ ...env, DB }, path, { headers: { 'cache-control': 'no-cache' }, body }))
    expect(starts).toEqual(['first-unconstrained'])
  })

  it('a session is read at the primary database, which has the newest ban and log-out', async () => {
    const [mira, { DB, starts }] = [await addPerson(), databaseWithStarts()]
    await jsonOf(sendRequestWith({ ...env, DB }, '/api/v2/session', { as: mira }))
    expect(starts).toContain('first-primary')
  })

  it('a login is looked up at the primary database, which has the newest unlinking', async () => {
    const [claims, { DB, starts }] = [{ sub: 'looked-up' }, databaseWithStarts()]
    await join(browserWithIssuer('straight'), claims, 'Looked Up')
    await signIn(browserWithIssuer('straight', { DB }), claims)
    expect(starts[0]).toBe('first-primary')
  })

  it('a sign-up is looked up at the primary database, because it was just begun', async () => {
    const { DB, starts } = databaseWithStarts()
    const browser = browserWithIssuer('straight', { DB })
    await signIn(browser, { sub: 'just-begun' })
    starts.length = 0
    expect((await browser.session()).signUp).not.toBeNull()
    expect(starts).toContain('first-primary')
  })

  it('the owner of a room is read at the primary database before the room stores them', async () => {
    const [mira, { DB, starts }] = [await addPerson(), databaseWithStarts()]
    const channel = await addChannel({ ownerId: mira.id })
    const as = { ...mira, cookie: `${mira.cookie}; bookmark=${'0'.repeat(8)}` }
    await jsonOf(sendRequestWith({ ...env, DB }, `/api/v2/chat/settings?channel=${channel}`, { as }))
    const body = { action: 'topic', channel, message: 'herons' }
    await jsonOf(sendRequestWith({ ...env, DB }, '/api/v2/chat/moderate', { as, body }))
    expect(new Set(starts)).toEqual(new Set(['first-primary']))
  })

  it.each([streamSocketPath(999_999), chatSocketPath(streamChannel(999_999))])(
    '%s checks the access at the primary database, which has the newest block',
    async (path) => {
      const [mira, { DB, starts }] = [await addPerson(), databaseWithStarts()]
      await sendRequestWith({ ...env, DB }, path, { as: mira, headers: { upgrade: 'websocket' } })
      expect(starts.slice(0, 2)).toEqual(['first-primary', 'first-primary'])
    },
  )

  it('the member of a key is read at the primary database, which has the newest ban', async () => {
    const [mira, { DB, starts }] = [await addPerson(), databaseWithStarts()]
    const { apiKey } = await requestJson<ShownProfile>(`/api/user/${mira.id}`, { as: mira })
    const headers = { authorization: `Bearer ${apiKey}` }
    await jsonOf(sendRequestWith({ ...env, DB }, `/api/user/${mira.id}`, { headers }))
    expect(starts).toEqual(['first-primary', 'first-unconstrained'])
  })

  it('a member reads what they wrote, from the bookmark of their last write on', async () => {
    const [mira, { DB, starts }] = [await addPerson(), databaseWithStarts()]
    const written = await sendRequest('/api/v2/user/timeZone', { as: mira, body: { timeZone: 'Europe/Oslo' } })
    const [, bookmark = ''] = /bookmark=([^;]+)/.exec(String(written.headers.getSetCookie())) ?? []
    expect(bookmark).not.toBe('')
    const headers = { cookie: `${mira.cookie}; bookmark=${bookmark}` }
    await jsonOf(sendRequestWith({ ...env, DB }, '/api/v2/sessions', { as: mira, headers }))
    expect(starts).toEqual(['first-primary', bookmark])
  })

  it.each(['nonsense', '%00', "'", '0'.repeat(2000), 'first-primary'])(
    'a bookmark that no database gives is not passed to it: %s',
    async (bookmark) => {
      const [mira, { DB, starts }] = [await addPerson(), databaseWithStarts()]
      const headers = { cookie: `${mira.cookie}; bookmark=${bookmark}` }
      await jsonOf(sendRequestWith({ ...env, DB }, '/api/v2/sessions', { as: mira, headers }))
      expect(starts).toEqual(['first-primary', 'first-unconstrained'])
    },
  )
})
