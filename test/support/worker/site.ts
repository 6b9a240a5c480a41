import { exports } from 'cloudflare:workers'
import type { Person } from './people.ts'

export const ORIGIN = 'http://localhost'

type Call = {
  as?: Person | null
  method?: string
  body?: unknown
  raw?: BodyInit
  headers?: Record<string, string>
}

/** Asks the site as a browser on one of its own pages would: same origin, JSON, the person's cookie. */
export function ask(path: string, { as, method, body, raw, headers }: Call = {}): Promise<Response> {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  return exports.default.fetch(
    new Request(ORIGIN + path, {
      method: method ?? (payload === undefined ? 'GET' : 'POST'),
      headers: {
        origin: ORIGIN,
        ...(payload !== undefined && raw === undefined && { 'content-type': 'application/json' }),
        ...(as && { cookie: as.cookie }),
        ...headers,
      },
      body: payload,
      redirect: 'manual',
    }),
  )
}

/** As `ask`, for a reply that must be 200, as JSON. */
export async function askJson<T>(path: string, call: Call = {}): Promise<T> {
  const reply = await ask(path, call)
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${text}`)
  return JSON.parse(text)
}

/** The status and error code of a reply that must have failed. */
export async function refusal(reply: Promise<Response>): Promise<[number, string]> {
  const { status, ...rest } = await reply.then(async (r) => ({ status: r.status, body: await r.text() }))
  const body: { error?: { code?: string } } = rest.body.startsWith('{') ? JSON.parse(rest.body) : {}
  return [status, body.error?.code ?? rest.body]
}
