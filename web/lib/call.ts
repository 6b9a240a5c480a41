import type * as z from 'zod/mini'
import { type ErrorCode, errorBody } from '../../contract/errors.ts'
import { CALL_RETRY_DELAY_MS, CALL_WRITE_MS, READ_LATEST_MS } from '../../contract/limits.ts'
import { takeFirstReply } from './first-replies.ts'

let latestUntil = 0

/** Makes the calls of the next seconds read from the primary database, because replicas may lag behind. */
export function readLatest(): void {
  latestUntil = Date.now() + READ_LATEST_MS
}

/** Retries of a read; writes are not repeated here. */
const READ_RETRIES = 2

/** A failed call: the status (0 without a reply), the code, the body, and the wait that the reply asks for. */
export class CallError extends Error {
  readonly status: number
  readonly code: ErrorCode | 'no_reply'
  readonly body: unknown
  readonly retryAfterSeconds: number | null

  constructor(status: number, code: ErrorCode | 'no_reply', body: unknown, retryAfterSeconds: number | null = null) {
    super(`${status} ${code}`)
    this.status = status
    this.code = code
    this.body = body
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** The field of the payload to which the error belongs. */
  get field(): string | undefined {
    return errorBody.safeParse(this.body).data?.error.field
  }
}

/**
 * Calls the API: POST with a payload, otherwise GET [1 §7]. Parses the reply with the schema. Uses a reply that is in
 * the page's HTML instead of a request. Reads without a reply or with a 5xx are retried after 250 ms. A write is given
 * up after a minute.
 * @throws CallError with status and body.
 */
export async function call<T>(
  reply: z.ZodMiniType<T>,
  path: string,
  payload?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const first = payload === undefined ? takeFirstReply(path) : undefined
  if (first !== undefined) return reply.parse(first)
  for (let retriesLeft = payload === undefined ? READ_RETRIES : 0; ; retriesLeft--) {
    try {
      return reply.parse(await request(path, payload, signal))
    } catch (error) {
      const isTemporary = error instanceof CallError && (error.status === 0 || error.status >= 500)
      if (!isTemporary || retriesLeft === 0 || signal?.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, CALL_RETRY_DELAY_MS))
    }
  }
}

async function request(path: string, payload: unknown, signal: AbortSignal | undefined): Promise<unknown> {
  const init = payload !== undefined && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payload),
    signal: AbortSignal.any([AbortSignal.timeout(CALL_WRITE_MS), ...(signal ? [signal] : [])]),
  }
  const latest = Date.now() < latestUntil && ({ cache: 'no-store' } as const)
  const response = await fetch(path, { signal, ...init, ...latest }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new CallError(0, 'no_reply', null)
  })
  const body: unknown = await response.json().catch((error: unknown) => {
    if (signal?.aborted) throw error
    // Other errors than those of the JSON are a connection that was lost after the headers. A refusal has its status.
    if (response.ok && !(error instanceof SyntaxError)) throw new CallError(0, 'no_reply', null)
    return null
  })
  if (!response.ok) throw callErrorOf(response.status, body, Number(response.headers.get('retry-after')) || null)
  return body
}

/** True if a failed write may succeed later, such as after a new login. */
export function mayRetry(error: unknown): boolean {
  return !(error instanceof CallError) || error.status === 0 || error.status === 401 || error.status >= 429
}

/** Parses the error of a failed reply. */
export function callErrorOf(status: number, body: unknown, retryAfterSeconds: number | null = null): CallError {
  const parsed = errorBody.safeParse(body)
  const code = parsed.success ? (parsed.data.error.code as ErrorCode) : 'internal'
  return new CallError(status, code, body, retryAfterSeconds)
}
