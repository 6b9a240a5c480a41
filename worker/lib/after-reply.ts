import type { Context } from 'hono'

/** Runs `work` after the reply was sent, so that it does not delay the reply. */
export function afterReply(c: Context, work: () => Promise<unknown>): void {
  c.executionCtx.waitUntil(new Promise((resolve) => setTimeout(resolve, 0)).then(work))
}
