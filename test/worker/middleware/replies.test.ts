import { env, exports } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ERROR_STATUS, errorBody } from '../../../contract/errors.ts'
import { addPerson } from '../../support/worker/people.ts'
import { type RequestOptions, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'
import { makeRoleWorld, type RoleWorld, roleTable } from '../role-table.ts'

let world: RoleWorld
beforeAll(async () => {
  world = await makeRoleWorld()
})

afterEach(() => vi.restoreAllMocks())

/** Wraps the environment so that the database fails with a text that no reply and no log may repeat. */
const withoutDatabase = {
  ...env,
  DB: watchedDb(env.DB, () => Promise.reject(new Error('secret-value in INSERT INTO users'))),
}

const failures: [string, string, RequestOptions, number, string][] = [
  ['an unknown call', '/api/v2/nothing', {}, 404, 'not_found'],
  ['an unknown write', '/nothing', { body: {} }, 404, 'not_found'],
  ['an unknown method', '/heart', { method: 'DELETE', body: {} }, 404, 'not_found'],
  ['an unknown picture', `/image/${'0'.repeat(40)}/200`, {}, 404, 'not_found'],
  ['an unknown sketch', '/api/v2/sketch/987654321', {}, 404, 'not_found'],
  ['the comments of an unknown sketch', '/api/comments/987654321?type=sketch', {}, 404, 'not_found'],
  ['a negative id', '/api/v2/sketch/-1', {}, 400, 'bad_request'],
  ['an id that is too large', `/api/v2/sketch/${'9'.repeat(30)}`, {}, 400, 'bad_request'],
  ['an id with trailing text', '/api/v2/sketch/1%20OR%201=1', {}, 400, 'bad_request'],
  ['comments of an unknown type', '/api/comments/1?type=users', {}, 400, 'bad_request'],
  ['page 0', '/api/comments/1?type=sketch&page=0', {}, 400, 'bad_request'],
  ['a malformed cursor', '/recentSketches?cursor=nonsense', {}, 400, 'bad_cursor'],
  ['a cursor that is too long', `/recentSketches?cursor=${'a'.repeat(300)}`, {}, 400, 'bad_request'],
]

describe('failed calls', () => {
  it.each(failures)(
    'a failed call returns its status, a code and a message: %s',
    async (_name, path, call, status, code) => {
      const reply = await sendRequest(path, { as: world.owner, ...call })
      expect(reply.status).toBe(status)
      expect(reply.headers.get('content-type')).toMatch(/^application\/json/)
      const body = await reply.json()
      expect(body).toEqual({ error: { code, message: expect.any(String) } })
      expect(errorBody.safeParse(body).success).toBe(true)
      expect(ERROR_STATUS).toHaveProperty(code, status)
    },
  )

  it('caches do not store a failure', async () => {
    for (const [, path, call] of failures) {
      expect((await sendRequest(path, { as: world.owner, ...call })).headers.get('cache-control')).toBe('no-store')
    }
  })

  it.each(['POST /comment', 'POST /api/v2/sketch/:id', 'POST /api/v2/upload/sketch', 'POST /api/v2/upload/drop'])(
    'a call for an unknown id gets 404: %s',
    async (route) => {
      const nothing = { ...world, sketchId: 987_654_321, uploadId: crypto.randomUUID() }
      const { path, call } = roleTable[route] ?? {}
      const reply = await sendRequest(path?.(nothing) ?? '', { as: world.owner, ...call?.(nothing) })
      expect([reply.status, await reply.json()]).toMatchObject([404, { error: { code: 'not_found' } }])
    },
  )

  it('an unexpected failure reveals nothing of its cause', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    for (const path of ['/api/v2/sketch/1', '/api/comments/1?type=sketch', '/api/v2/session', '/api/v2/tags?query=a']) {
      const reply = await sendRequestWith(withoutDatabase, path, { as: world.owner })
      expect(reply.status).toBe(500)
      expect(await reply.json()).toEqual({ error: { code: 'internal', message: 'internal error' } })
    }
  })
})

describe('every reply', () => {
  const calls = [
    ...Object.entries(roleTable).map(([route, { path, call }]) => ({ what: route, path, call })),
    ...failures.map(([what, path, call]) => ({ what, path: () => path, call: () => call })),
  ]

  it.each(calls)('a reply forbids scripts, frames, content sniffing and plain http: $what', async ({ path, call }) => {
    const reply = await sendRequest(path(world), { as: await addPerson(), ...call?.(world) })
    const headers = Object.fromEntries(reply.headers)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
    })
    expect(headers['content-security-policy']).not.toMatch(/unsafe-inline.*script|script-src[^;]*unsafe|\*/)
    expect(headers['x-request-id']).toBeTruthy()
    if (headers['content-type']?.startsWith('text/html')) {
      expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin' })
    } else if (headers['content-type']) expect(headers['content-security-policy']).not.toContain('self')
  })

  const pages = ['/', '/upload', '/sketch/1', '/sign-in/failed', '/kit', '/no-such-page']
  it.each(pages)('a page runs only scripts of the site: %s', async (path) => {
    const reply = await sendRequest(path)
    const headers = Object.fromEntries(reply.headers)
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin' })
    expect(headers['content-security-policy']).toMatch(/script-src 'self';/)
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'; trusted-types default;")
    expect(await reply.text()).not.toMatch(/<script(?![^>]* src=)(?![^>]* type="application\/json")/)
  })

  it('a page sends forms to the site alone, so that its search works before the application starts', async () => {
    const reply = await sendRequest('/')
    expect(reply.headers.get('content-security-policy')).toContain("form-action 'self';")
    await reply.body?.cancel()
  })

  it('shared caches do not store replies to members', async () => {
    for (const path of ['/recentSketches', '/api/v2/session', '/api/v2/sessions', '/api/v2/upload/sketch']) {
      const reply = await sendRequest(path, { as: world.owner })
      expect([path, reply.headers.get('cache-control')]).toEqual([path, expect.stringMatching(/private|no-store/)])
    }
  })
})

describe('the request log', () => {
  function logged(): string[] {
    const lines: string[] = []
    for (const level of ['log', 'error', 'warn', 'info', 'debug'] as const) {
      vi.spyOn(console, level).mockImplementation(
        (...values: unknown[]) => void lines.push(values.map(String).join(' ')),
      )
    }
    return lines
  }

  it('a request has one log line with route, status, duration and the id of the reply', async () => {
    const lines = logged()
    const reply = await sendRequest(`/api/v2/sketch/${world.sketchId}`, { as: world.owner })
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        at: expect.any(String),
        level: 'info',
        event: 'request',
        requestId: reply.headers.get('x-request-id'),
        method: 'GET',
        route: '/api/v2/sketch/:id',
        status: 200,
        ms: expect.any(Number),
      },
    ])
  })

  it.each<[string, () => string, RequestOptions, number]>([
    ['requests that a rate refused', () => '/api/v2/sketch/0', {}, 429],
    ['files that were read', () => `${world.image}/200`, {}, 200],
    ['files that there are not', () => `/image/${'0'.repeat(40)}/200`, {}, 404],
    ['page loads by visitors', () => '/sketch/0', {}, 404],
    ['writes of other origins', () => '/comment', { body: {}, headers: { origin: 'https://elsewhere.example' } }, 403],
    ['writes of a wrong type', () => '/comment', { raw: 'hello' }, 415],
    ['writes that are too large', () => '/comment', { body: 'a'.repeat(70_000) }, 413],
    ['writes with an unknown key', () => '/comment', { body: {}, headers: { authorization: 'Bearer x' } }, 401],
  ])('of %s one in a hundred has a line', async (_, path, options, status) => {
    const lines = logged()
    const refused = { ...env, READ_RATE: { limit: async () => ({ success: false }) } }
    const headers = { 'cf-connecting-ip': '203.0.113.10', ...options.headers }
    for (let request = 0; request < 200; request++) {
      const reply = await sendRequestWith(refused, path(), { ...options, headers })
      await reply.body?.cancel()
      expect(reply.status).toBe(status)
    }
    expect(lines).toHaveLength(2)
  })

  it('a write that a rate counted has a line of its own, also if its route refuses it', async () => {
    const lines = logged()
    for (let request = 0; request < 3; request++)
      expect(
        (await sendRequest('/comment', { body: {}, headers: { 'cf-connecting-ip': '203.0.113.11' } })).status,
      ).toBe(401)
    expect(lines).toHaveLength(3)
  })

  it('the log contains no cookie, token, name, address or text of anyone', async () => {
    const mira = await addPerson({ nickname: 'Zephyrine', email: 'zephyrine@people.test' })
    const lines = logged()
    const secrets = [
      'Zephyrine',
      'zephyrine@people.test',
      mira.token.slice(0, 40),
      'unsaid words',
      '203.0.113.9',
      'apple-token-text',
    ]
    const headers = { 'cf-connecting-ip': '203.0.113.9' }
    const comment = { key: crypto.randomUUID(), comment: 'unsaid words', type: 'sketch', which: world.sketchId }
    await sendRequest('/comment', { as: mira, body: comment, headers })
    await sendRequest('/comment?unsaid words', { as: mira, body: { ...comment, type: 'unsaid words' }, headers })
    await sendRequest('/api/v2/authAppleId', { body: { identityToken: 'apple-token-text' }, headers })
    await sendRequest('/sign-in/callback?code=unsaid words&state=unsaid words', { as: mira, headers })
    await sendRequest('/api/v2/tags?query=unsaid words', { as: mira, headers })
    await sendRequestWith(withoutDatabase, '/comment', { as: mira, body: comment, headers })
    expect(lines.length).toBeGreaterThanOrEqual(6)
    const text = lines.join('\n')
    for (const secret of [...secrets, encodeURIComponent('unsaid words')]) expect(text).not.toContain(secret)
  })

  it('an unexpected failure is logged with its stack', async () => {
    const lines = logged()
    const reply = await sendRequestWith(withoutDatabase, '/api/v2/sketch/1')
    const unexpected = lines.map((line) => JSON.parse(line)).find(({ event }) => event === 'unexpected')
    expect(unexpected).toMatchObject({ level: 'error', requestId: reply.headers.get('x-request-id') })
    expect(unexpected.stack).toMatch(/^\s+at /)
  })

  it('the log of an unexpected failure does not contain the written values', async () => {
    const lines = logged()
    await sendRequestWith(withoutDatabase, '/api/v2/sketch/1')
    expect(lines.join('\n')).toContain('unexpected')
    expect(lines.join('\n')).not.toContain('secret-value')
  })
})

describe('the health check', () => {
  it('the check is 200 while database and files answer', async () => {
    const deployed = await exports.default.fetch('http://localhost/healthz')
    expect([deployed.status, await deployed.json()]).toEqual([200, { database: true, files: true }])
  })

  it('the check is 503 while the database fails', async () => {
    const reply = await sendRequestWith(withoutDatabase, '/healthz')
    expect([reply.status, await reply.json()]).toEqual([503, { database: false, files: true }])
  })

  it('the check is 503 while the file store fails', async () => {
    const files = new Proxy(env.FILES, { get: () => () => Promise.reject(new Error('gone')) })
    const reply = await sendRequestWith({ ...env, FILES: files }, '/healthz')
    expect([reply.status, await reply.json()]).toEqual([503, { database: true, files: false }])
  })
})
