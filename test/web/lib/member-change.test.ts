import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SessionReply } from '../../../contract/http/auth.ts'
import { sessionQuery } from '../../../web/lib/session.ts'

const sessionOf = (id: number | null) => ({ user: id === null ? null : { id } }) as unknown as SessionReply

const actingAs = (id: number, byId: number) => ({ user: { id }, impersonation: { byId } }) as unknown as SessionReply

const reload = vi.fn()
const assign = vi.fn()
let client: QueryClient
let change: typeof import('../../../web/lib/member-change.ts')

const logIn = (id: number | null) => client.setQueryData(sessionQuery.queryKey, sessionOf(id))
const receive = (session: SessionReply) =>
  client.fetchQuery({ queryKey: sessionQuery.queryKey, queryFn: () => Promise.resolve(session) })
const nextTask = () => new Promise((resolve) => setTimeout(resolve))
const loaded = () =>
  client
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey[0])

/** Shows a query on the page until the returned function is called. */
const show = (key: string) =>
  new QueryObserver(client, { queryKey: [key], staleTime: Number.POSITIVE_INFINITY, queryFn: () => 'read' }).subscribe(
    () => undefined,
  )

beforeEach(async () => {
  vi.resetModules()
  vi.stubGlobal('document', { cookie: 'signed-in=1' })
  vi.stubGlobal('location', { reload, assign })
  change = await import('../../../web/lib/member-change.ts')
  client = new QueryClient()
  change.watchMember(client)
  logIn(7)
  client.setQueryData(['messages'], 'of member 7')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

describe('a tab of staff who act as a member', () => {
  const drafts = () => Object.keys(stored).filter((name) => name.startsWith('comment-draft'))
  const stored: Record<string, string> = {}
  beforeEach(async () => {
    Object.assign(stored, { 'comment-draft 7 sketch 1': 'Herons', 'comment-draft 8 sketch 1': 'Herons' })
    const storage: Record<string | symbol, unknown> = {
      getItem: (name: string) => stored[name] ?? null,
      setItem: (name: string, value: string) => Reflect.set(stored, name, value),
      removeItem: (name: string) => Reflect.deleteProperty(stored, name),
    }
    // Storage lists its names as own properties.
    vi.stubGlobal('localStorage', new Proxy(stored, { get: (_, key) => storage[key] }))
    await receive(actingAs(7, 8))
  })

  it('the drafts of the member are removed when staff are themselves again', async () => {
    await receive(sessionOf(8))
    expect(drafts()).toEqual(['comment-draft 8 sketch 1'])
  })

  it('the drafts of the member are removed when the session ends', async () => {
    await receive(sessionOf(null))
    expect(drafts()).toEqual(['comment-draft 8 sketch 1'])
  })

  it.each([null, 7, 8])('the drafts are removed when the next page finds the session of %s', async (id) => {
    client = new QueryClient()
    change.watchMember(client)
    await receive(sessionOf(id))
    expect(drafts()).toEqual(['comment-draft 8 sketch 1'])
  })

  it('the drafts are removed when the next page is loaded after a log-out', () => {
    vi.stubGlobal('document', { cookie: '' })
    change.watchMember(new QueryClient())
    expect(drafts()).toEqual(['comment-draft 8 sketch 1'])
  })

  it('the drafts of the member stay while staff act as the member', async () => {
    await receive(actingAs(7, 8))
    expect(drafts()).toHaveLength(2)
  })

  it('the drafts of the member stay when a tab from before asks for its session', () => {
    const former = new QueryClient()
    former.setQueryData(sessionQuery.queryKey, sessionOf(8))
    change.watchMember(former)
    void former.fetchQuery({
      queryKey: sessionQuery.queryKey,
      queryFn: () => new Promise<SessionReply>(() => undefined),
    })
    expect(drafts()).toHaveLength(2)
  })

  it('the drafts of the member stay when a tab from before changes its session itself', () => {
    const former = new QueryClient()
    former.setQueryData(sessionQuery.queryKey, sessionOf(8))
    change.watchMember(former)
    former.setQueryData(sessionQuery.queryKey, (session) => session && { ...session })
    expect(drafts()).toHaveLength(2)
  })

  it('the drafts of members who log in themselves stay', async () => {
    await receive(sessionOf(8))
    await receive(sessionOf(9))
    expect(drafts()).toEqual(['comment-draft 8 sketch 1'])
  })
})

describe('the last picture of a stream of member 7', () => {
  const stored = new Map<string, string>()
  const deleted = vi.fn(() => Promise.resolve(true))
  beforeEach(() => {
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => stored.set(name, value),
      removeItem: (name: string) => stored.delete(name),
    })
    vi.stubGlobal('caches', { delete: deleted })
    stored.clear()
    stored.set('stream-last-picture', '7')
  })

  it('it is deleted once when the session of another member is received', async () => {
    await receive(sessionOf(8))
    await receive(sessionOf(8))
    expect(deleted.mock.calls).toEqual([['stream-last-picture']])
  })

  it('it is deleted when the next page finds the session of another member', async () => {
    client = new QueryClient()
    change.watchMember(client)
    await receive(sessionOf(8))
    expect(deleted).toHaveBeenCalledOnce()
  })

  it.each([
    ['of the same member', sessionOf(7)],
    ['of nobody', sessionOf(null)],
    ['with which member 7 acts as another', actingAs(8, 7)],
  ])('it stays when the session %s is received', async (_whose, session) => {
    await receive(session)
    expect(deleted).not.toHaveBeenCalled()
  })
})

describe('a tab whose member changes', () => {
  it('a refreshed session of the same member keeps what is loaded', async () => {
    logIn(7)
    await nextTask()
    expect(loaded()).toEqual(['session', 'messages'])
    expect(reload).not.toHaveBeenCalled()
  })

  it('a log-out removes what no page shows, without a reload', async () => {
    logIn(null)
    await nextTask()
    expect(loaded()).toEqual(['session'])
    expect(reload).not.toHaveBeenCalled()
  })

  it('what a page still shows after a log-out is removed when the page is left', async () => {
    const leave = show('messages')
    logIn(null)
    await nextTask()
    expect(loaded()).toEqual(['session', 'messages'])
    leave()
    await nextTask()
    expect(loaded()).toEqual(['session'])
  })

  it('what the visitor loads after a log-out stays when the page is left', async () => {
    logIn(null)
    await new Promise((resolve) => setTimeout(resolve, 5))
    client.setQueryData(['tag'], 'of everyone')
    show('tag')()
    await nextTask()
    expect(loaded()).toEqual(['session', 'tag'])
  })

  it('a login of another member reloads the page, and nothing is stored for it', () => {
    logIn(8)
    expect(loaded()).toEqual([])
    expect(reload).toHaveBeenCalledOnce()
  })

  it('a login of another member after a log-out reloads the page', () => {
    logIn(null)
    logIn(8)
    expect(reload).toHaveBeenCalledOnce()
  })

  it('a login of the same member after a log-out does not reload the page', () => {
    logIn(null)
    logIn(7)
    expect(reload).not.toHaveBeenCalled()
  })

  it('a page that logs in as another member itself is not reloaded while the next one loads', () => {
    change.loadAsMember('/user/8')
    logIn(8)
    expect(assign).toHaveBeenCalledWith('/user/8')
    expect(reload).not.toHaveBeenCalled()
  })
})
