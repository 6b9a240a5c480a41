import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { app } from '../../../worker/app.ts'
import type { Person } from './people.ts'

export const ORIGIN = 'http://localhost'

export type RequestOptions = {
  as?: Person | null
  method?: string
  body?: unknown
  raw?: BodyInit
  headers?: Record<string, string | null>
}

/** A request like a same-origin JSON request of a logged-in browser. */
export function buildRequest(path: string, { as, method, body, raw, headers }: RequestOptions = {}): Request {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const sent = {
    origin: ORIGIN,
    ...(payload !== undefined && raw === undefined && { 'content-type': 'application/json' }),
    ...(as && { cookie: as.cookie }),
    ...headers,
  }
  return new Request(new URL(path, ORIGIN), {
    method: method ?? (payload === undefined ? 'GET' : 'POST'),
    headers: Object.entries(sent).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
    body: payload,
    redirect: 'manual',
  })
}

/** Sends a request and waits for its background work too. A header of null is removed. */
export function sendRequest(path: string, options: RequestOptions = {}): Promise<Response> {
  return sendRequestWith(env, path, options)
}

/** `sendRequest` with other bindings and settings. */
export async function sendRequestWith(
  bindings: Cloudflare.Env,
  path: string,
  options: RequestOptions = {},
): Promise<Response> {
  const { reply, waitForBackground } = await sendRequestWithoutWaiting(bindings, path, options)
  await waitForBackground()
  return reply
}

/** Returns at the reply; `waitForBackground` waits for background work. */
export async function sendRequestWithoutWaiting(bindings: Cloudflare.Env, path: string, options: RequestOptions = {}) {
  const context = createExecutionContext()
  const reply = await app.fetch(buildRequest(path, options), bindings, context)
  return { reply, waitForBackground: () => waitOnExecutionContext(context).catch(() => undefined) }
}

/** `sendRequest` for a JSON reply with status 200. */
export function requestJson<T>(path: string, options: RequestOptions = {}): Promise<T> {
  return jsonOf(sendRequest(path, options))
}

/** @throws unless the status is 200 */
export async function jsonOf<T>(pending: Promise<Response>): Promise<T> {
  const reply = await pending
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`unexpected status ${reply.status}: ${text}`)
  return JSON.parse(text)
}

/** Status and error code of a failed request. */
export async function errorOf(pending: Promise<Response>): Promise<[number, string]> {
  const reply = await pending
  const text = await reply.text()
  const body: { error?: { code?: string } } = text.startsWith('{') ? JSON.parse(text) : {}
  return [reply.status, body.error?.code ?? text]
}
