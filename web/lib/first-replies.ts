import { FIRST_REPLIES_ID } from '../../contract/first-load.ts'

const firstPath = globalThis.location?.pathname

let replies: Record<string, unknown> | undefined

/**
 * Takes the reply to a call from the page's own HTML, where the site wrote the replies to its first calls. Each is
 * taken once and on that page only, so that later calls reach the site. Undefined without one.
 */
export function takeFirstReply(path: string): unknown {
  const isFirstPage = globalThis.location?.pathname === firstPath
  replies = isFirstPage ? (replies ?? readReplies()) : {}
  const reply = replies[path]
  delete replies[path]
  return reply
}

function readReplies(): Record<string, unknown> {
  const text = typeof document === 'undefined' ? null : document.getElementById(FIRST_REPLIES_ID)?.textContent
  return text ? JSON.parse(text) : {}
}
