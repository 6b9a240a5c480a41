import { FIRST_REPLIES_ID } from '../../contract/first-load.ts'

const firstPath = globalThis.location?.pathname

let replies: Record<string, unknown> | undefined

/**
 * Takes the reply to a call from the page's HTML, which contains the replies to its first calls. Each reply is used
 * once and only on the first page, so that later calls reach the site. Undefined if there is no such reply.
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
