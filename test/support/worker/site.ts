import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { app } from '../../../worker/app.ts'
import type { Person } from './people.ts'

export const ORIGIN = 'http://localhost'

export type Call = {
  as?: Person | null
  method?: string
  body?: unknown
  raw?: BodyInit
  headers?: Record<string, string | null>
}

/** A request as a browser on one of the site's own pages makes it: same origin, JSON, the person's cookie. */
export function requestOf(path: string, { as, method, body, raw, headers }: Call = {}): Request {
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

/**
 * Asks the site as a browser on one of its own pages would, and is back when what goes on after the reply is done too.
 * A header set to null is left out.
 */
export function ask(path: string, call: Call = {}): Promise<Response> {
  return askIn(env, path, call)
}

/** As `ask`, with bindings and settings of its own. */
export async function askIn(on: Cloudflare.Env, path: string, call: Call = {}): Promise<Response> {
  const { reply, rest } = await askWithRest(on, path, call)
  await rest()
  return reply
}

/** As `askIn`, back with the reply; `rest` waits for what goes on after it. */
export async function askWithRest(on: Cloudflare.Env, path: string, call: Call = {}) {
  const context = createExecutionContext()
  const reply = await app.fetch(requestOf(path, call), on, context)
  return { reply, rest: () => waitOnExecutionContext(context).catch(() => undefined) }
}

/** As `ask`, for a reply that must be 200, as JSON. */
export function askJson<T>(path: string, call: Call = {}): Promise<T> {
  return jsonOf(ask(path, call))
}

/** The JSON of a reply that must be 200. */
export async function jsonOf<T>(asked: Promise<Response>): Promise<T> {
  const reply = await asked
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`answered ${reply.status}: ${text}`)
  return JSON.parse(text)
}

/** The status and error code of a reply that must have failed. */
export async function refusal(asked: Promise<Response>): Promise<[number, string]> {
  const reply = await asked
  const text = await reply.text()
  const body: { error?: { code?: string } } = text.startsWith('{') ? JSON.parse(text) : {}
  return [reply.status, body.error?.code ?? text]
}
