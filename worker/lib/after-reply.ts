import type { Context } from 'hono'

/** Does what nobody waits for, once the reply is on its way. */
export function afterReply(c: Context, work: () => Promise<unknown>): void {
  c.executionCtx.waitUntil(new Promise((resolve) => setTimeout(resolve, 0)).then(work))
}
