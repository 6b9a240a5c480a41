import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { CALL_WRITE_MS } from '../../../contract/limits.ts'
import { CallError, call, callErrorOf } from '../../../web/lib/call.ts'
import { queryClient } from '../../../web/lib/query-client.ts'

const reply = z.object({ answer: z.int() })
const json = (status: number, body: unknown) => Response.json(body, { status })
const networkError = () => Promise.reject(new TypeError('Failed to fetch'))
const lostHalfway = async () => replyLostHalfway(200)
const replyLostHalfway = (status: number) =>
  new Response(new ReadableStream({ pull: (body) => body.error(new TypeError('network error')) }), { status })
const NOT_FOUND = { error: { code: 'not_found', message: 'no such sketch' } }

const site = vi.fn<(path: string, init: RequestInit) => Promise<Response>>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', site)
  site.mockReset()
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Runs a call to its end, whatever time it takes, and returns its value or error. */
async function settle<T>(calling: Promise<T>): Promise<T | unknown> {
  const settled = calling.catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return settled
}

describe('calls [1 §7]', () => {
  it('a call without a payload is a GET', async () => {
    site.mockResolvedValue(json(200, { answer: 42 }))
    expect(await call(reply, '/api/v2/thing?page=2')).toEqual({ answer: 42 })
    expect(site).toHaveBeenCalledTimes(1)
    const [path, init] = site.mock.lastCall ?? []
    expect(path).toBe('/api/v2/thing?page=2')
    expect(init?.method ?? 'GET').toBe('GET')
    expect(init?.body).toBeUndefined()
  })

  it.each([{ id: 1 }, {}, null, false, 0, ''])('a call with the payload %j is a POST of JSON', async (payload) => {
    site.mockResolvedValue(json(200, { answer: 1 }))
    await call(reply, '/api/v2/thing', payload)
    const [, init] = site.mock.lastCall ?? []
    expect(init?.method).toBe('POST')
    expect(new Headers(init?.headers).get('content-type')).toBe('application/json')
    expect(JSON.parse(String(init?.body))).toEqual(payload)
  })

  it('a malformed reply is an error', async () => {
    site.mockImplementation(async () => json(200, { answer: 'many' }))
    expect(await settle(call(reply, '/api/v2/thing'))).toBeInstanceOf(z.core.$ZodError)
  })

  it('a call with a malformed reply is not retried', async () => {
    site.mockImplementation(async () => json(200, { answer: 'many' }))
    await settle(call(reply, '/api/v2/thing'))
    expect(site).toHaveBeenCalledTimes(1)
  })
})

describe('failing reads [1 §7], [1 §8]', () => {
  it.each([
    ['a status of 500', async () => json(500, {})],
    ['a status of 503 without JSON', async () => new Response('<h1>busy</h1>', { status: 503 })],
    ['no answer', networkError],
    ['an answer that is lost halfway', lostHalfway],
  ])('a read failing with %s is retried after 250 ms, twice', async (_, fault) => {
    site.mockImplementation(fault)
    const settled = call(reply, '/api/v2/thing').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(0)
    for (const calls of [1, 2]) {
      expect(site).toHaveBeenCalledTimes(calls)
      await vi.advanceTimersByTimeAsync(249)
      expect(site).toHaveBeenCalledTimes(calls)
      await vi.advanceTimersByTimeAsync(1)
    }
    expect(site).toHaveBeenCalledTimes(3)
    expect(await settled).toBeInstanceOf(CallError)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(site).toHaveBeenCalledTimes(3)
  })

  it('a read that succeeds on a retry is a success', async () => {
    site.mockImplementationOnce(networkError).mockResolvedValueOnce(json(200, { answer: 7 }))
    expect(await settle(call(reply, '/api/v2/thing'))).toEqual({ answer: 7 })
    expect(site).toHaveBeenCalledTimes(2)
  })

  it('a refused read reports status, code and body', async () => {
    site.mockImplementation(async () => json(404, NOT_FOUND))
    expect(await settle(call(reply, '/api/v2/thing'))).toMatchObject({
      status: 404,
      code: 'not_found',
      body: NOT_FOUND,
    })
  })

  it('a read without a reply reports that there is none', async () => {
    site.mockImplementation(networkError)
    expect(await settle(call(reply, '/api/v2/thing'))).toMatchObject({ status: 0, code: 'no_reply', body: null })
  })

  it('a read whose reply is lost halfway reports that there is none', async () => {
    site.mockImplementation(lostHalfway)
    expect(await settle(call(reply, '/api/v2/thing'))).toMatchObject({ status: 0, code: 'no_reply', body: null })
  })

  it.each([400, 401, 403, 404, 409, 429])('a read refused with %i is not retried', async (status) => {
    site.mockImplementation(async () => json(status, NOT_FOUND))
    expect(await settle(call(reply, '/api/v2/thing'))).toMatchObject({ status })
    expect(site).toHaveBeenCalledTimes(1)
  })
})

describe('failing writes', () => {
  it.each([
    ['a status of 500', async () => json(500, {})],
    ['no answer', networkError],
    ['a refusal', async () => json(403, NOT_FOUND)],
  ])('a write failing with %s is not repeated', async (_, fault) => {
    site.mockImplementation(fault)
    expect(await settle(call(reply, '/api/v2/thing', { id: 1 }))).toBeInstanceOf(CallError)
    expect(site).toHaveBeenCalledTimes(1)
  })
})

describe('calls without a reply', () => {
  const waitForAbort = (_: string, { signal }: RequestInit) =>
    new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

  it('a write that gets no reply for a minute is a write without a reply', async () => {
    site.mockImplementation(waitForAbort)
    const limit = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
    const settled = call(reply, '/api/v2/thing', { id: 1 }).catch((error: unknown) => error)
    expect(timeout).toHaveBeenCalledWith(CALL_WRITE_MS)
    limit.abort()
    expect(await settled).toMatchObject({ status: 0, code: 'no_reply' })
    expect(site).toHaveBeenCalledTimes(1)
  })

  it('a write whose reply stops halfway for a minute is a write without a reply', async () => {
    const limit = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
    const start = (body: ReadableStreamDefaultController) =>
      limit.signal.addEventListener('abort', () => body.error(limit.signal.reason))
    site.mockResolvedValue(new Response(new ReadableStream({ start })))
    const settled = call(reply, '/api/v2/thing', { id: 1 }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(100)
    limit.abort()
    expect(await settled).toMatchObject({ status: 0, code: 'no_reply' })
  })

  it('a write whose reply is lost halfway is a write without a reply', async () => {
    site.mockImplementation(lostHalfway)
    expect(await settle(call(reply, '/api/v2/thing', { id: 1 }))).toMatchObject({ status: 0, code: 'no_reply' })
    expect(site).toHaveBeenCalledTimes(1)
  })

  it('a refused write whose reply is lost halfway reports the status', async () => {
    site.mockImplementation(async () => replyLostHalfway(500))
    expect(await settle(call(reply, '/api/v2/thing', { id: 1 }))).toMatchObject({ status: 500, code: 'internal' })
  })

  it('an aborted write is not reported as a failure of the site', async () => {
    site.mockImplementation(waitForAbort)
    const control = new AbortController()
    const settled = call(reply, '/api/v2/thing', { id: 1 }, control.signal).catch((error: unknown) => error)
    control.abort()
    expect(await settled).toMatchObject({ name: 'AbortError' })
  })
})

describe('aborted calls', () => {
  const answerUnlessGivenUp = (_: string, { signal }: RequestInit) =>
    signal?.aborted ? Promise.reject(signal.reason) : Promise.resolve(json(500, {}))

  it('an aborted call is not reported as a failure of the site', async () => {
    site.mockImplementation(answerUnlessGivenUp)
    const control = new AbortController()
    const calling = call(reply, '/api/v2/thing', undefined, control.signal)
    const settled = calling.catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(100)
    control.abort()
    await vi.runAllTimersAsync()
    expect(await settled).toMatchObject({ name: 'AbortError' })
  })
})

describe('the error of a reply', () => {
  it.each([null, 'text', {}, { error: 'x' }, { error: { code: 1 } }])(
    'the reply %j is reported as an internal error',
    (body) => {
      expect(callErrorOf(502, body)).toMatchObject({ status: 502, code: 'internal', body })
    },
  )
})

describe('repeated reads [1 §7]', () => {
  const read = () =>
    queryClient.fetchQuery({ queryKey: ['thing'], queryFn: ({ signal }) => call(reply, '/thing', undefined, signal) })

  it('a read returns the cached reply for 5 s', async () => {
    site.mockImplementation(async () => json(200, { answer: site.mock.calls.length }))
    expect(await read()).toEqual({ answer: 1 })
    await vi.advanceTimersByTimeAsync(4999)
    expect(await read()).toEqual({ answer: 1 })
    expect(site).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await read()).toEqual({ answer: 2 })
    expect(site).toHaveBeenCalledTimes(2)
  })

  it('concurrent reads are one request', async () => {
    site.mockImplementation(async () => json(200, { answer: 1 }))
    expect(await Promise.all([read(), read(), read()])).toEqual([{ answer: 1 }, { answer: 1 }, { answer: 1 }])
    expect(site).toHaveBeenCalledTimes(1)
  })

  it('the cache does not add retries', async () => {
    site.mockImplementation(async () => json(500, {}))
    expect(await settle(read())).toBeInstanceOf(CallError)
    expect(site).toHaveBeenCalledTimes(3)
  })

  it('a failure is not cached', async () => {
    site.mockImplementation(async () => json(500, {}))
    await settle(read())
    site.mockImplementation(async () => json(200, { answer: 5 }))
    expect(await read()).toEqual({ answer: 5 })
  })
})
