import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, inject, it, vi } from 'vitest'
import type { ApiKeyReply, ShownProfile } from '../../../contract/http/users.ts'
import { CALLS_PER_MINUTE, LINE_NETWORKS } from '../../../contract/limits.ts'
import { sha256Hex } from '../../../worker/lib/random.ts'
import { browserAtApple, signInWithApple } from '../../support/worker/apple.ts'
import type { Authenticator } from '../../support/worker/authenticator.ts'
import { Browser, browserWithIssuer, signIn, signUp } from '../../support/worker/browser.ts'
import { addCompo, addEntries, closeCompo, moveCompo } from '../../support/worker/compos.ts'
import { addPasskeyTo, signInWithPasskey } from '../../support/worker/passkeys.ts'
import { addPerson, logIn, type Person } from '../../support/worker/people.ts'
import { pictures, uniqueCopy } from '../../support/worker/pictures.ts'
import {
  jsonOf,
  ORIGIN,
  type RequestOptions,
  requestJson,
  sendRequest,
  sendRequestWith,
} from '../../support/worker/site.ts'
import { countTrips } from '../../support/worker/trips.ts'
import { addPicture, sendFile } from '../../support/worker/uploads.ts'
import { usedUp } from '../../support/worker/used-up.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'
import { makeRoleWorld, type RoleWorld, roleTable } from '../role-table.ts'

const AT_ONCE = 30
/** Calls of a rate at once. The runtime stalls on many thousands. */
const CALLS_AT_ONCE = 1000
const { WRITE_RATE } = CALLS_PER_MINUTE

/** Calls until one is refused. If the minute turns in between, twice as many calls pass. */
async function callsBeforeRefusal(atMost: number, call: () => Promise<Response>): Promise<[number, Response]> {
  let calls = 0
  while (calls <= 2 * atMost) {
    const replies = await Promise.all(Array.from({ length: AT_ONCE }, call))
    const passed = replies.filter(({ status }) => status !== 429)
    calls += passed.length
    await Promise.all(passed.map((reply) => reply.body?.cancel()))
    const refused = replies.find(({ status }) => status === 429)
    if (refused) return [calls, refused]
  }
  throw new Error(`${calls} calls were not refused`)
}

async function expectTooMany(reply: Response) {
  expect(await reply.json()).toMatchObject({ error: { code: 'too_many' } })
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
}

const write = (as: Person | null, call: RequestOptions = {}) => sendRequest('/comment', { as, body: {}, ...call })

describe('rate limits', () => {
  /**
   * Makes all calls of a minute with a key but one, then `call`. Begins anew with another key if the minute turned: from
   * the third round on at the start of a minute, because a busy machine may need most of it.
   */
  async function atTheLimit<T>(
    rate: keyof typeof CALLS_PER_MINUTE,
    begin: (round: number) => Promise<{ key: string; call: () => Promise<T> }>,
  ): Promise<T> {
    for (let round = 1; ; round++) {
      const { key, call } = await begin(round)
      const minute = currentMinute()
      for (let left = CALLS_PER_MINUTE[rate] - 1; left > 0; left -= CALLS_AT_ONCE)
        await Promise.all(Array.from({ length: Math.min(left, CALLS_AT_ONCE) }, () => env[rate].limit({ key })))
      const outcome = await call()
      if (currentMinute() === minute) return outcome
      const turned = currentMinute()
      if (round > 1) await vi.waitUntil(() => currentMinute() > turned, { timeout: 61_000 })
    }
  }

  describe('the limit of the writes of a member', () => {
    let mira: Person
    let replies: readonly [last: Response, refused: Response]
    beforeAll(async () => {
      replies = await atTheLimit('WRITE_RATE', async () => {
        mira = await addPerson()
        return { key: `member:${mira.id}`, call: async () => [await write(mira), await write(mira)] as const }
      })
    })

    it('a member may write 120 times a minute, and no more', async () => {
      expect(replies[0].status).toBe(400)
      await expectTooMany(replies[1])
    })

    it('the writes of other members are not limited', async () => {
      expect((await write(await addPerson())).status).toBe(400)
    })

    it('the reads of the member are not limited, and neither are reads by POST', async () => {
      expect((await sendRequest('/recentSketches', { as: mira })).status).toBe(200)
      expect((await sendRequest('/api/v2/index', { as: mira, body: {} })).status).toBe(200)
    })
  })

  it('a network may write 120 times a minute, and no more', async () => {
    const from = (address: string) => write(null, { headers: { 'cf-connecting-ip': address } })
    const statuses = await atTheLimit('WRITE_RATE', async (round) => {
      const address = `192.0.2.${round}`
      const call = async () => [(await from(address)).status, (await from(address)).status]
      return { key: `address:${address}`, call }
    })
    expect(statuses).toEqual([401, 429])
    expect((await from('192.0.3.1')).status).toBe(401)
  })

  it('the addresses of one IPv6 network have one limit', async () => {
    let host = 0
    const from = (network: string) =>
      write(null, { headers: { 'cf-connecting-ip': `${network}::${(++host).toString(16)}` } })
    const [calls, refused] = await callsBeforeRefusal(WRITE_RATE, () => from('2001:db8:7:7'))
    expect(calls).toBeLessThanOrEqual(2 * WRITE_RATE)
    await expectTooMany(refused)
    expect((await from('2001:db8:7:8')).status).toBe(401)
  })

  it('the networks of an IPv6 line may together make the calls of two networks, and no more', async () => {
    const from = async (address: string) => {
      const headers = { 'cf-connecting-ip': address }
      return (await sendRequest('/api/v2/search/user?query=heron', { headers })).status
    }
    const statuses = await atTheLimit('SEARCH_RATE', async (round) => {
      const line = `2001:db8:2${round}`
      const counts = Array.from({ length: LINE_NETWORKS }, (_, count) => `line:${line}::/48 ${count}`)
      const usedUp = (key: string) =>
        Promise.all(Array.from({ length: CALLS_PER_MINUTE.SEARCH_RATE - 1 }, () => env.SEARCH_RATE.limit({ key })))
      const call = async () => {
        await Promise.all(counts.map(usedUp))
        const last = await from(`${line}:1::1`)
        await Promise.all(counts.map((key) => env.SEARCH_RATE.limit({ key })))
        return [last, await from(`${line}:2::1`), await from(`2001:db8:3${round}:1::1`)]
      }
      return { key: 'none', call }
    })
    expect(statuses).toEqual([200, 429, 200])
  })

  it('a call that its network may not make does not count for its line', async () => {
    const keys: string[] = []
    const limit: RateLimit['limit'] = async ({ key }) => {
      keys.push(key)
      return { success: false }
    }
    const headers = { 'cf-connecting-ip': '2001:db8:40:1::1' }
    const counted = { ...env, SEARCH_RATE: { limit } }
    expect((await sendRequestWith(counted, '/api/v2/search/user?query=heron', { headers })).status).toBe(429)
    expect(keys).toEqual(['address:2001:db8:40:1::/64'])
  })

  describe('the limit of costly reads', () => {
    const TOPICS = '/api/v2/forum/topics'
    const from = (path: string, address: string) => sendRequest(path, { headers: { 'cf-connecting-ip': address } })

    it('a network may make 900 costly reads a minute, and no more', async () => {
      const [last, refused] = await atTheLimit('READ_RATE', async (round) => {
        const address = `203.0.114.${round}`
        const call = async () => [await from(TOPICS, address), await from(TOPICS, address)] as const
        return { key: `address:${address}`, call }
      })
      expect(last.status).toBe(200)
      await expectTooMany(refused)
      expect((await from(TOPICS, '203.0.113.2')).status).toBe(200)
    })

    it('pages of sketches and their neighbours, profiles, comments, messages, made pictures, records of the board, feeds, awards, lists that are not cached and reads by POST are costly', async () => {
      const compo = await addCompo()
      await addEntries(compo, 3)
      await moveCompo(compo, 'voting')
      await closeCompo(compo)
      const paths = [
        '/api/v2/group?action=search&query=heron',
        '/api/v2/tags?query=heron',
        '/api/v2/mention/named?names=heron',
        '/api/v2/whiteboard/history',
        '/api/v2/whiteboard/log',
        '/api/v2/whiteboard/log/1/987654321',
        '/whiteboard/slices/987654321-0.png',
        `/compo/${compo}/ballots.json`,
        '/sitemap/sketches-1.xml',
        '/feeds/tag/nothing-has-it.atom',
        '/feeds/user/999999999.atom',
        '/feeds/group/herons.ics',
        '/api/comments/1?type=sketch',
        '/api/v2/coOp/1/tree',
        `/oembed?url=${ORIGIN}/sketch/1`,
        '/healthz',
        '/api/v2/awards/info',
        '/api/v2/compo',
        '/api/v2/challenge?page=39',
        '/api/v2/users?sort=glops&page=39',
        '/recentSketches?page=39',
        '/api/v2/streams/live',
        '/api/v2/streams/announced',
        '/api/v2/streams/replays',
        '/api/v2/album/info?albumId=1',
        '/api/v2/album/sketches?albumId=1&userId=1',
        '/api/v2/album/list?userId=1',
        '/api/v2/album/sketch?sketchId=1',
        '/api/v2/fan/followers?user=1',
        '/api/v2/fan/following?user=1',
        '/api/v2/content/items',
        '/api/v2/forum/topics',
        '/api/v2/forum/topic/1',
        `/api/v2/compo/info?name=${compo}`,
        `/compo/${compo}/1?format=json`,
        '/api/v2/challenge/1',
        '/api/v2/user/groups_recents?userId=1',
        '/api/v2/sketchHearts/1',
        '/api/v2/sketchHasCoOps/1',
        '/api/v2/user/recommendations',
        '/api/v2/sketch/0',
        '/api/v2/sketch/1/neighbours?in=recent',
        '/api/user/1',
        '/api/v2/fan/fanOf',
        '/api/v2/messages?page=39',
        '/api/v2/message/posts?id=1',
      ]
      const statuses = await atTheLimit('READ_RATE', async (round) => {
        const address = `203.0.115.${round}`
        const call = async () => {
          await from(TOPICS, address)
          // Other files may have filled the edge cache, from which replies are not counted.
          for (const path of paths) await caches.default.delete(`${ORIGIN}${path}`)
          const found: [path: string, status: number][] = []
          for (const path of paths) found.push([path, (await from(path, address)).status])
          const home = { body: {}, headers: { 'cf-connecting-ip': address } }
          return [...found, ['/api/v2/index', (await sendRequest('/api/v2/index', home)).status]]
        }
        return { key: `address:${address}`, call }
      })
      expect(statuses).toEqual([...paths, '/api/v2/index'].map((path) => [path, 429]))
    })

    it.each([
      ['a gallery', '/recentSketches'],
      ['the list of the latest artists', '/api/v2/users/latest'],
      ['the list of open compos', '/api/v2/compo/open'],
      ['the page of streams', '/api/v2/streams'],
      ['the list of blocked members', '/api/v2/user/blocked?both=1'],
      ['the feed', '/activity/1?format=json&filter=uploads'],
    ])('%s that a member reads is costly', async (_, path) => {
      const statuses = await atTheLimit('READ_RATE', async () => {
        const mira = await addPerson()
        const read = async () => (await sendRequest(path, { as: mira })).status
        return { key: `member:${mira.id}`, call: async () => [await read(), await read()] }
      })
      expect(statuses).toEqual([200, 429])
    })

    it('the staff log that a member of staff reads is costly', async () => {
      const statuses = await atTheLimit('READ_RATE', async () => {
        const staff = await addPerson({ flags: 'm' })
        const read = async () => (await sendRequest('/api/v2/gloperate/log?action=ban', { as: staff })).status
        return { key: `member:${staff.id}`, call: async () => [await read(), await read()] }
      })
      expect(statuses).toEqual([200, 429])
    })

    it('a list for visitors that was read lately is not limited', async () => {
      const spent = { key: 'address:203.0.113.4' }
      while ((await env.READ_RATE.limit(spent)).success);
      for (const path of ['/api/v2/awards/info', '/api/v2/challenge', '/api/v2/users?sort=glops', '/recentSketches']) {
        await from(path, '203.0.113.5')
        expect([path, (await from(path, '203.0.113.4')).status]).toEqual([path, 200])
      }
    })
  })

  it('a member may read home and the lists of challenges and compos 100 times a minute, and no more', async () => {
    const statuses = await atTheLimit('OVERVIEW_RATE', async () => {
      const mira = await addPerson()
      const statusesAs = async (as: Person | null) => {
        const found: number[] = []
        for (const path of ['/api/v2/index', '/api/v2/challenge', '/api/v2/compo'])
          for (const body of [undefined, {}]) found.push((await sendRequest(path, { as, body })).status)
        return found
      }
      const call = async () => [
        (await sendRequest('/api/v2/index', { as: mira })).status,
        await statusesAs(mira),
        await statusesAs(await addPerson()),
        await statusesAs(null),
        (await sendRequest('/api/v2/forum/topics', { as: mira })).status,
      ]
      return { key: `member:${mira.id}`, call }
    })
    expect(statuses).toEqual([200, Array(6).fill(429), Array(6).fill(200), Array(6).fill(200), 200])
  })

  describe('the limit of searches', () => {
    const BY_GET = [
      '/api/v2/search/sketch?query=heron',
      '/api/v2/search/magic?query=heron',
      '/api/v2/search/user?query=heron',
      '/api/v2/search/challenge?query=heron',
      '/api/v2/forum/search?query=heron',
      '/api/v2/group?action=search&query=heron',
    ]
    const BY_POST = [
      '/api/v2/search/sketch',
      '/api/v2/search/magic',
      '/api/v2/search/user',
      '/api/v2/search/challenge',
      '/api/v2/group',
    ]

    /** Makes all searches of a minute, and then reads by the calls. */
    const statusesAfterAll = (caller: (round: number) => Promise<{ key: string; options: RequestOptions }>) =>
      atTheLimit('SEARCH_RATE', async (round) => {
        const { key, options } = await caller(round)
        const statusOf = async (path: string, body?: object) => {
          const reply = await sendRequest(path, { ...options, ...(body && { body }) })
          await reply.body?.cancel()
          return [path, reply.status]
        }
        const call = async () => {
          const statuses = [await statusOf('/api/v2/search/sketch?query=heron'), await statusOf('/api/v2/forum/topics')]
          for (const path of BY_GET) statuses.push(await statusOf(path))
          for (const path of BY_POST) statuses.push(await statusOf(path, { action: 'search', query: 'heron' }))
          return statuses
        }
        return { key, call }
      })
    const expected = [
      ['/api/v2/search/sketch?query=heron', 200],
      ['/api/v2/forum/topics', 200],
      ...[...BY_GET, ...BY_POST].map((path) => [path, 429]),
    ]

    it('a network may search 100 times a minute, and no more', async () => {
      const caller = async (round: number) => {
        const address = `203.0.116.${round}`
        return { key: `address:${address}`, options: { headers: { 'cf-connecting-ip': address } } }
      }
      expect(await statusesAfterAll(caller)).toEqual(expected)
    })

    it('a member may search 100 times a minute, and no more', async () => {
      const caller = async () => {
        const mira = await addPerson()
        return { key: `member:${mira.id}`, options: { as: mira } }
      }
      expect(await statusesAfterAll(caller)).toEqual(expected)
    })

    it('a member may get suggestions 300 times a minute, and no more, and can still search', async () => {
      const statuses = await atTheLimit('SUGGESTION_RATE', async () => {
        const mira = await addPerson()
        const statusOf = async (path: string) => (await sendRequest(path, { as: mira })).status
        const call = async () => {
          const suggestions = '/api/v2/search/suggestions?q=heron'
          return [
            await statusOf(suggestions),
            await statusOf(suggestions),
            await statusOf('/api/v2/group?action=similar&query=heron'),
            await statusOf('/api/v2/search/sketch?query=heron'),
          ]
        }
        return { key: `member:${mira.id}`, call }
      })
      expect(statuses).toEqual([200, 429, 429, 200])
    })
  })

  describe('the limit of all reads of the API', () => {
    const reads = Object.entries(roleTable).filter(([route]) => route.startsWith('GET /api/'))
    let world: RoleWorld
    beforeAll(async () => {
      world = await makeRoleWorld()
    })

    /**
     * Makes all reads of a minute with a key. Returns the status of the last one, and the routes that are open after
     * it.
     */
    const openAfterAll = (begin: (round: number) => Promise<{ key: string; call: RequestOptions }>) =>
      atTheLimit('API_READ_RATE', async (round) => {
        const { key, call } = await begin(round)
        const statusOf = async (path: string) => {
          const reply = await sendRequest(path, call)
          await reply.body?.cancel()
          return reply.status
        }
        const readAll = async () => {
          const last = await statusOf('/api/v2/content/categories?kind=brush')
          const open: string[] = []
          for (const [route, { path }] of reads)
            if ((await statusOf(path(world))) !== 429) open.push(route.slice('GET '.length))
          return { last, open: open.sort() }
        }
        return { key, call: readAll }
      })

    it('a network may make 3,000 reads of the API a minute, and more only of what the cache answers', async () => {
      const { last, open } = await openAfterAll(async (round) => {
        const address = `203.0.120.${round}`
        return { key: `address:${address}`, call: { headers: { 'cf-connecting-ip': address } } }
      })
      expect(last).toBe(200)
      expect(open).toEqual([
        '/api/v2/awards/info',
        '/api/v2/challenge',
        '/api/v2/index',
        '/api/v2/index/trending',
        '/api/v2/numbers',
        '/api/v2/search/suggestions',
        '/api/v2/search/tops',
        '/api/v2/session',
        '/api/v2/streams',
        '/api/v2/users',
        '/api/v2/users/latest',
      ])
    })

    it('a member may make 3,000 reads of the API a minute, and no more', async () => {
      const { last, open } = await openAfterAll(async () => {
        const mira = await addPerson()
        return { key: `member:${mira.id}`, call: { as: mira } }
      })
      expect([last, open]).toEqual([200, []])
    })

    it('the first load of a page counts its reads of the API, and opens above the limit', async () => {
      const statuses = await atTheLimit('API_READ_RATE', async () => {
        const mira = await addPerson()
        const read = async () => (await sendRequest('/api/v2/notices', { as: mira })).status
        const open = async () => (await sendRequest('/streams', { as: mira })).status
        return { key: `member:${mira.id}`, call: async () => [await open(), await read(), await open()] }
      })
      expect(statuses).toEqual([200, 429, 200])
    })
  })

  describe('the limit of reads of files', () => {
    const PICTURE = `/image/${'0'.repeat(40)}/200`

    it('a network may read 12,000 files a minute, and no more', { timeout: 240_000 }, async () => {
      const from = async (network: string, host: string) =>
        (await sendRequest(PICTURE, { headers: { 'cf-connecting-ip': `${network}::${host}` } })).status
      const statuses = await atTheLimit('FILE_READ_RATE', async (round) => {
        const network = `2001:db8:11:${round}`
        const call = async () => [await from(network, '1'), await from(network, '2'), await from('2001:db8:12:1', '1')]
        return { key: `address:${network}::/64`, call }
      })
      expect(statuses).toEqual([404, 429, 404])
    })

    it('pictures, videos, sketch files, brushes and files of streams are files, for members and staff, too', async () => {
      const FILES = /^GET \/(?:image|video|sketch-file|shared\/brush\/:file|stream\/:id\/)/
      const world = await makeRoleWorld()
      const paths = Object.entries(roleTable).flatMap(([route, { path }]) => (FILES.test(route) ? [path(world)] : []))
      expect(paths).toHaveLength(10)
      const staff = await addPerson({ flags: 'm' })
      const headers = { 'cf-connecting-ip': '203.0.117.1' }
      const bindings = { ...env, FILE_READ_RATE: usedUp() }
      for (const as of [null, world.owner, staff])
        for (const path of paths)
          expect([path, (await sendRequestWith(bindings, path, { as, headers })).status]).toEqual([path, 429])
    })
  })

  it('a network has 300 sizes of pictures made a minute, and no more, and still reads those that were made', async () => {
    const statuses = await atTheLimit('PICTURE_MAKE_RATE', async (round) => {
      const { imageUrl } = await addPicture(await addPerson(), {}, uniqueCopy(pictures.large))
      const address = `203.0.118.${round}`
      const read = async (width: number, from: string) => {
        const reply = await sendRequest(`${imageUrl}/${width}`, { headers: { 'cf-connecting-ip': from } })
        await reply.body?.cancel()
        return reply.status
      }
      const call = async () => [
        await read(700, address),
        await read(200, address),
        await read(700, address),
        await read(200, '203.0.119.1'),
      ]
      return { key: `address:${address}`, call }
    })
    expect(statuses).toEqual([200, 429, 200, 200])
  })

  it('an unknown word is read as an address of a patron, and counts as a read of the API', async () => {
    const open = async (as: Person) => (await sendRequest('/no-such-patron', { as })).status
    const statuses = await atTheLimit('API_READ_RATE', async () => {
      const mira = await addPerson()
      return { key: `member:${mira.id}`, call: async () => [await open(mira), await open(mira)] }
    })
    expect(statuses).toEqual([404, 429])
  })

  it('above all rates but that of sessions, the database is read only for the session and for what the cache of visitors keeps', async () => {
    const world = await makeRoleWorld()
    const admin = await addPerson({ flags: 'a' })
    const rates = Object.keys(CALLS_PER_MINUTE).map((name) => [name, usedUp()])
    const spent: Cloudflare.Env = { ...env, ...Object.fromEntries(rates), SESSION_RATE: env.SESSION_RATE }
    const headers = { 'cf-connecting-ip': '203.0.117.2' }
    const read = async (as: Person | null) => {
      const routes: string[] = []
      for (const [route, { path }] of Object.entries(roleTable)) {
        let reads = 0
        const DB = watchedDb(env.DB, (run, _, query) => {
          if (!query.includes('from "sessions"')) reads++
          return run()
        })
        if (!route.startsWith('GET ')) continue
        const reply = await sendRequestWith({ ...spent, DB }, path(world), { as, headers })
        await reply.body?.cancel()
        if (reads > 0) routes.push(route.slice('GET '.length))
      }
      return routes
    }
    const shared = ['/artists', '/streams', '/numbers', '/sitemap.xml', '/api/v2/session']
    expect((await read(null)).filter((route) => !shared.includes(route))).toEqual([])
    for (const member of [world.owner, admin]) expect(await read(member)).toEqual([])
  })

  it('a member may upload 60 times a minute, and no more', async () => {
    const statuses = await atTheLimit('UPLOAD_RATE', async () => {
      const mira = await addPerson()
      const upload = async () => (await sendFile(mira, new Uint8Array([1]))).status
      return { key: `member:${mira.id}`, call: async () => [await upload(), await upload()] }
    })
    expect(statuses).toEqual([415, 429])
  })

  it('the sessions of a member may make 6,000 requests a minute, and more are refused without the database', async () => {
    const outcomes = await atTheLimit('SESSION_RATE', async () => {
      const mira = await addPerson()
      const read = async () => {
        const { reply, trips } = await countTrips('/api/v2/sessions', { as: mira })
        return [reply.status, trips > 0]
      }
      return { key: `member:${mira.id}`, call: async () => [await read(), await read()] }
    })
    expect(outcomes).toEqual([
      [200, true],
      [429, false],
    ])
  })

  it('the cookie of an ended session uses up one request of its member a minute, and reads the database once', async () => {
    const mira = await addPerson()
    const ended = await logIn(mira.id, mira.nickname)
    await jsonOf(sendRequest('/logout', { as: ended, body: {} }))
    const counted: string[] = []
    const limit: RateLimit['limit'] = async ({ key }) => {
      counted.push(key)
      return { success: true }
    }
    for (let call = 0; call < 3; call++)
      expect(
        (await sendRequestWith({ ...env, SESSION_RATE: { limit } }, '/api/v2/sessions', { as: ended })).status,
      ).toBe(401)
    expect(counted).toEqual([`member:${mira.id}`])
    expect((await sendRequest('/api/v2/sessions', { as: mira })).status).toBe(200)
  })

  it('a key of a member may read 60 times a minute, and more are refused without the database, which leaves the calls of the member', async () => {
    const outcomes = await atTheLimit('API_KEY_RATE', async () => {
      const mira = await addPerson()
      const path = `/api/user/${mira.id}`
      const { apiKey } = await requestJson<ShownProfile>(path, { as: mira })
      const [id, version] = apiKey?.split('.') ?? []
      const read = async (options: RequestOptions) => {
        const { reply, trips } = await countTrips(path, options)
        return [reply.status, trips > 0]
      }
      const withKey = { headers: { authorization: `Bearer ${apiKey}` } }
      const call = async () => [await read(withKey), await read(withKey), await read({ as: mira })]
      return { key: `key:${id}.${version}`, call }
    })
    expect(outcomes).toEqual([
      [200, true],
      [429, false],
      [200, true],
    ])
  })

  it('a new key does not renew the calls of a member, and a replaced one takes none of them', async () => {
    const statuses = await atTheLimit('API_KEY_RATE', async () => {
      const mira = await addPerson()
      const path = `/api/user/${mira.id}`
      const { apiKey: old } = await requestJson<ShownProfile>(path, { as: mira })
      const { apiKey } = await requestJson<ApiKeyReply>('/api/v2/user/apiKey', { as: mira, body: {} })
      const readWith = async (key: string | null) =>
        (await sendRequest(path, { headers: { authorization: `Bearer ${key}` } })).status
      const call = async () => [await readWith(old), await readWith(apiKey), await readWith(apiKey)]
      return { key: `key of:${mira.id}`, call }
    })
    expect(statuses).toEqual([401, 200, 429])
  })

  it('all keys of a member, replaced ones included, have one rate together, before the database is read', async () => {
    const outcomes = await atTheLimit('SESSION_RATE', async () => {
      const mira = await addPerson()
      const path = `/api/user/${mira.id}`
      const { apiKey: old } = await requestJson<ShownProfile>(path, { as: mira })
      const { apiKey } = await requestJson<ApiKeyReply>('/api/v2/user/apiKey', { as: mira, body: {} })
      const readWith = async (key: string | null) => {
        const { reply, trips } = await countTrips(path, { headers: { authorization: `Bearer ${key}` } })
        return [reply.status, trips > 0]
      }
      return { key: `keys of:${mira.id}`, call: async () => [await readWith(apiKey), await readWith(old)] }
    })
    expect(outcomes).toEqual([
      [200, true],
      [429, false],
    ])
  })

  it.each([
    ['/api/v2/logins/unlink', { provider: 'apple' }],
    ['/api/v2/passkeys/remove', { id: 999_999 }],
    ['/api/v2/backupCodes/renew', {}],
    ['/api/v2/email/confirm', { key: 'a'.repeat(40) }],
  ])('a member may change their logins 30 times a minute, and no more: %s', async (path, body) => {
    const statuses = await atTheLimit('SIGN_IN_RATE', async () => {
      const mira = await addPerson()
      const change = async () => (await sendRequest(path, { as: mira, body })).status
      return { key: `member:${mira.id}`, call: async () => [await change(), await change()] }
    })
    expect([statuses[0] === 429, statuses[1]]).toEqual([false, 429])
  })

  it('a staff member may search chat rooms 30 times a minute, and no more', async () => {
    const statuses = await atTheLimit('CHAT_SEARCH_RATE', async () => {
      const staff = await addPerson({ flags: 'ma' })
      const search = async () =>
        (await sendRequest('/api/v2/chat/search?channel=lobby&query=heron', { as: staff })).status
      return { key: `member:${staff.id}`, call: async () => [await search(), await search()] }
    })
    expect([statuses[0] === 429, statuses[1]]).toEqual([false, 429])
  })

  it('the download of a compo may be made 30 times a minute for all callers, and a cached one is not limited', async () => {
    const statuses = await atTheLimit('COMPO_DOWNLOAD_RATE', async () => {
      const compo = await addCompo()
      await addEntries(compo, 3)
      await moveCompo(compo, 'voting')
      await closeCompo(compo)
      const path = `/compo/${compo}/ballots.json`
      const id = await env.DB.prepare('SELECT id FROM compos WHERE key = ?').bind(compo).first<number>('id')
      const download = async (as: Person | null) => (await sendRequest(path, { as })).status
      const call = async () => {
        const made = [await download(null), await download(await addPerson())]
        await caches.default.delete(`${ORIGIN}${path}?disqualified=`)
        return [...made, await download(await addPerson()), await download(null)]
      }
      return { key: `compo:${id}`, call }
    })
    expect(statuses).toEqual([200, 200, 429, 429])
  })

  it('turning a picture counts as an upload, and other edits do not', async () => {
    const turns = await atTheLimit('UPLOAD_RATE', async () => {
      const mira = await addPerson()
      const { id } = await addPicture(mira)
      const edit = async (body: object) =>
        (await sendRequest(`/sketch/${id}/edit?format=json`, { as: mira, body })).status
      const call = async () => [await edit({ angle: 90 }), await edit({ angle: 180 }), await edit({ title: 'Ebb' })]
      return { key: `member:${mira.id}`, call }
    })
    expect(turns.slice(1)).toEqual([429, 200])
  })

  it.each([
    ['/api/v2/store/order', { item: 'hearts-5', key: 'a'.repeat(40) }],
    ['/api/v2/store/capture', { token: 'UNKNOWN1' }],
  ])('a member may call the payment provider 30 times a minute, and no more: %s', async (path, body) => {
    const statuses = await atTheLimit('PAYMENT_RATE', async () => {
      const mira = await addPerson()
      const pay = async () => (await sendRequest(path, { as: mira, body })).status
      return { key: `member:${mira.id}`, call: async () => [await pay(), await pay()] }
    })
    expect([statuses[0] === 429, statuses[1]]).toEqual([false, 429])
  })

  it('an address may send 120 notices of payments a minute, and no more', async () => {
    const send = async (address: string) => {
      const headers = { origin: null, 'cf-connecting-ip': address }
      return (await sendRequest('/api/v2/store/notice', { headers, body: {} })).status
    }
    const statuses = await atTheLimit('PAYMENT_NOTICE_RATE', async (round) => {
      const address = `198.51.103.${round}`
      return { key: `address:${address}`, call: async () => [await send(address), await send(address)] }
    })
    expect([statuses[0] === 429, statuses[1]]).toEqual([false, 429])
    expect(await send('198.51.104.1')).not.toBe(429)
  })

  describe('the limits of signing in', () => {
    const statusOf = async (path: string, address: string, body?: object) => {
      const reply = await sendRequest(path, { headers: { 'cf-connecting-ip': address }, ...(body && { body }) })
      await reply.body?.cancel()
      return reply.status
    }

    it('a network may make a thousand steps a minute, and no more', { timeout: 90_000 }, async () => {
      const steps = [
        ['/sign-in', undefined],
        ['/sign-in/callback', undefined],
        ['/sign-in/apple', undefined],
        ['/api/v2/signUp', { nickname: 'Mira', birthDate: '2000-01-01' }],
        ['/api/v2/signUp/end', {}],
        ['/logout', {}],
        ['/api/v2/authAppleId', { identityToken: 'no token' }],
        ['/api/v2/passkeys/signInOptions', {}],
        ['/api/v2/recover/generate', { email: 'mira@people.test' }],
        ['/api/v2/recover/accept', { key: 'a'.repeat(40) }],
        ['/api/v2/recover/backupCode', { nickname: 'Mira', code: '1' }],
      ] as const
      const statusesFrom = (address: string) => Promise.all(steps.map(([path, body]) => statusOf(path, address, body)))
      const [first, others] = await atTheLimit('SIGN_IN_NETWORK_RATE', async (round) => {
        const address = `198.51.101.${round}`
        const call = async () => [await statusOf('/sign-in', address), await statusesFrom(address)] as const
        return { key: `address:${address}`, call }
      })
      expect(first).not.toBe(429)
      expect(others).toEqual(steps.map(() => 429))
      expect(await statusesFrom('198.51.100.9')).not.toContain(429)
    })

    it('300 people of one school may sign in at the same time', { timeout: 90_000 }, async () => {
      const school = '198.51.100.10'
      const keys = Array.from({ length: 300 }, (_, person) => `${person}`.padStart(40, '0'))
      const statuses = await Promise.all(
        keys.flatMap((key) => [statusOf('/sign-in', school), statusOf('/api/v2/recover/accept', school, { key })]),
      )
      expect(statuses.filter((status) => status === 429)).toEqual([])
    })

    it('a link of recovery may be tried 30 times a minute, from all networks together', async () => {
      const path = '/api/v2/recover/accept'
      const bodyOf = (name: string) => ({ key: keyOf(name) })
      const statuses = await atTheLimit('SIGN_IN_RATE', async (round) => {
        const body = bodyOf(`ines${round}`)
        const call = async () => [
          await statusOf(path, '198.51.100.11', body),
          await statusOf(path, '198.51.100.12', body),
        ]
        return { key: `attempt:${await sha256Hex(`recovery key ${body.key}`)}`, call }
      })
      expect([statuses[0] === 429, statuses[1]]).toEqual([false, 429])
      expect(await statusOf(path, '198.51.100.12', bodyOf('mira'))).not.toBe(429)
    })

    it('all networks of an IPv6 line may together ask for 60 recovery links a minute, and no more', async () => {
      const statuses = await atTheLimit('RECOVERY_NETWORK_RATE', async (round) => {
        const line = `2001:db8:${round}`
        const ask = (network: number) => {
          const body = { email: `mira${network}@people.test` }
          return statusOf('/api/v2/recover/generate', `${line}:${network}::1`, body)
        }
        return { key: `address:${line}::/48`, call: async () => [await ask(1), await ask(2)] }
      })
      expect(statuses).toEqual([200, 429])
    })

    it('a network may ask for 60 recovery links a minute, and no more', async () => {
      const statuses = await atTheLimit('RECOVERY_NETWORK_RATE', async (round) => {
        const address = `198.51.102.${round}`
        const ask = (name: string) => statusOf('/api/v2/recover/generate', address, { email: `${name}@people.test` })
        const call = async () => [await ask('ines'), await ask('mira'), await statusOf('/sign-in/apple', address)]
        return { key: `address:${address}`, call }
      })
      expect(statuses[2]).not.toBe(429)
      expect(statuses.slice(0, 2)).toEqual([200, 429])
    })

    it('a network may try 60 backup codes a minute, and no more', async () => {
      const statuses = await atTheLimit('RECOVERY_NETWORK_RATE', async (round) => {
        const address = `198.51.105.${round}`
        const attempt = (nickname: string) => statusOf('/api/v2/recover/backupCode', address, { nickname, code: '1' })
        const call = async () => [
          await attempt('ines'),
          await attempt('mira'),
          await statusOf('/sign-in/apple', address),
        ]
        return { key: `address:${address}`, call }
      })
      expect(statuses[2]).not.toBe(429)
      expect([statuses[0] === 429, statuses[1]]).toEqual([false, 429])
    })

    it('a link to a mail address may be asked for 30 times a minute from each network', async () => {
      const [path, network] = ['/api/v2/recover/generate', '198.51.100.11']
      const statuses = await atTheLimit('SIGN_IN_RATE', async (round) => {
        const body = { email: `ines${round}@people.test` }
        const addresses = [network, network, '198.51.100.12']
        const call = async () => {
          const made: number[] = []
          for (const address of addresses) made.push(await statusOf(path, address, body))
          return made
        }
        return { key: `attempt:${await sha256Hex(`recovery ${body.email} ${network}`)}`, call }
      })
      expect(statuses).toEqual([200, 429, 200])
    })

    it('a member may log in 30 times a minute with passkeys, with all of them together', async () => {
      const statuses = await atTheLimit('SIGN_IN_RATE', async () => {
        const mira = await addPerson()
        const browser = new Browser()
        browser.cookies.set('session', mira.token)
        const [{ authenticator: phone }, { authenticator: key }] = [
          await addPasskeyTo(browser),
          await addPasskeyTo(browser),
        ]
        const logInWith = async (passkey: Authenticator) => (await signInWithPasskey(new Browser(), passkey)).status
        return {
          key: `attempt:${await sha256Hex(`passkeys of ${mira.id}`)}`,
          call: async () => [await logInWith(phone), await logInWith(key)],
        }
      })
      expect(statuses).toEqual([200, 429])
    })

    it.each<[string, (sub: string) => { login: string; reply: () => Promise<Response> }]>([
      [
        'Google',
        (sub) => ({
          login: `${inject('signIn').faulty}/straight ${sub}`,
          reply: () => signIn(browserWithIssuer('straight'), { sub }),
        }),
      ],
      [
        'Apple',
        (sub) => ({ login: `${env.APPLE_ISSUER} ${sub}`, reply: () => signInWithApple(browserAtApple(), sub) }),
      ],
    ])('one login at %s may sign in 30 times a minute, from all networks together', async (_provider, start) => {
      const refusals = await atTheLimit('SIGN_IN_RATE', async (round) => {
        const { login, reply } = start(`login-${round}`)
        const isRefused = async () => (await reply()).status === 429
        const key = `attempt:${await sha256Hex(`login ${login}`)}`
        return { key, call: async () => [await isRefused(), await isRefused()] }
      })
      expect(refusals).toEqual([false, true])
    })

    it('one sign-up may be tried 30 times a minute, from all networks together', async () => {
      const refusals = await atTheLimit('SIGN_IN_RATE', async (round) => {
        const browser = browserWithIssuer('straight')
        await signIn(browser, { sub: `rate-${round}` })
        const row = env.DB.prepare('SELECT token_hash FROM pending_sign_ups WHERE subject = ?').bind(`rate-${round}`)
        const isRefused = async () => (await signUp(browser, 'Staff')).status === 429
        const key = `attempt:${await sha256Hex(`sign-up ${await row.first('token_hash')}`)}`
        return { key, call: async () => [await isRefused(), await isRefused()] }
      })
      expect(refusals).toEqual([false, true])
      const other = browserWithIssuer('straight')
      await signIn(other, { sub: 'rate-other' })
      expect((await signUp(other, 'Staff')).status).not.toBe(429)
    })
  })
})

const currentMinute = () => Math.floor(Date.now() / 60_000)
const keyOf = (name: string) =>
  [...name]
    .map((letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .padEnd(40, '0')
