import { FIRST_REPLIES_ID, firstReplyKey } from '../../contract/first-load.ts'

let replies: Record<string, unknown> | undefined

/**
 * Takes the reply to a call from the page's own HTML, where the site wrote the replies to its first calls. Each is taken
 * once, so that a later call reaches the site. Undefined without one.
 */
export function takeFirstReply(path: string, payload: unknown): unknown {
  replies ??= readReplies()
  const key = firstReplyKey(path, payload)
  const reply = replies[key]
  delete replies[key]
  return reply
}

function readReplies(): Record<string, unknown> {
  const text = typeof document === 'undefined' ? null : document.getElementById(FIRST_REPLIES_ID)?.textContent
  return text ? JSON.parse(text) : {}
}
