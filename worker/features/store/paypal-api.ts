import * as z from 'zod/mini'
import { log } from '../../../durable-objects/realtime/log.ts'
import { AppError } from '../../lib/app-error.ts'
import { isolateCache } from '../../lib/isolate-cache.ts'

export type PayPalSettings = Pick<
  Cloudflare.Env,
  | 'PAYPAL_API'
  | 'PAYPAL_CLIENT_ID'
  | 'PAYPAL_CLIENT_SECRET'
  | 'PAYPAL_MERCHANT_ID'
  | 'PAYPAL_WEBHOOK_ID'
  | 'SITE_ORIGIN'
>

/** True if the site has an account at PayPal. */
export function hasPayPal(settings: PayPalSettings): boolean {
  const { PAYPAL_API, PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_MERCHANT_ID, PAYPAL_WEBHOOK_ID } = settings
  return [PAYPAL_API, PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_MERCHANT_ID, PAYPAL_WEBHOOK_ID].every(Boolean)
}

const TIMEOUT_MS = 10_000
/** A token is renewed this long before it expires. */
const TOKEN_MARGIN_MS = 60_000

type Reply = { status: number; body: unknown }

/** Parses a reply. @throws AppError `payment_unavailable` for a failure, or a reply of another shape. */
export function parsed<T extends z.ZodMiniType>(schema: T, { status, body }: Reply): z.infer<T> {
  const result = schema.safeParse(body)
  if (status >= 400 || !result.success) throw new AppError('payment_unavailable')
  return result.data
}

/**
 * Calls PayPal's API: POST with a body, given as an object or as its text, otherwise GET. A repeated call with the same
 * `requestId` is carried out once. @throws AppError `payment_unavailable` if PayPal does not answer, or answers that it
 * cannot.
 */
export async function callPayPal(
  settings: PayPalSettings,
  path: string,
  { body, text = body && JSON.stringify(body), requestId }: { body?: object; text?: string; requestId?: string } = {},
): Promise<Reply> {
  const ask = async (token: string) =>
    send(settings, path, {
      method: text === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...(requestId && { 'paypal-request-id': requestId }),
      },
      ...(text !== undefined && { body: text }),
    })
  const reply = await ask(await accessToken(settings))
  if (reply.status !== 401) return reply
  tokens.delete(tokenName(settings))
  return ask(await accessToken(settings))
}

const tokens = isolateCache<{ token: string; until: number }>()
const tokenName = ({ PAYPAL_API, PAYPAL_CLIENT_ID }: PayPalSettings) => `${PAYPAL_CLIENT_ID} ${PAYPAL_API}`
const tokenReply = z.object({ access_token: z.string(), expires_in: z.number() })

async function accessToken(settings: PayPalSettings): Promise<string> {
  const cached = tokens.get(tokenName(settings))
  if (cached && cached.until > Date.now()) return cached.token
  const reply = await send(settings, '/v1/oauth2/token', {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${settings.PAYPAL_CLIENT_ID}:${settings.PAYPAL_CLIENT_SECRET}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  })
  const { access_token: token, expires_in } = parsed(tokenReply, reply)
  tokens.set(tokenName(settings), { token, until: Date.now() + expires_in * 1000 - TOKEN_MARGIN_MS })
  return token
}

async function send({ PAYPAL_API }: PayPalSettings, path: string, request: RequestInit): Promise<Reply> {
  try {
    const reply = await fetch(new URL(path, PAYPAL_API), {
      ...request,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await reply.text()
    if (reply.status >= 500 || reply.status === 429) throw new Error(`status ${reply.status}`)
    return { status: reply.status, body: text === '' ? null : JSON.parse(text) }
  } catch (cause) {
    // The message of a SyntaxError repeats a part of the reply, which may name a buyer.
    log('error', 'payment provider', { reason: cause instanceof SyntaxError ? 'the reply is no JSON' : String(cause) })
    throw new AppError('payment_unavailable')
  }
}
