/** The element of a page that holds the replies to its first calls, as JSON by `firstReplyKey`. */
export const FIRST_REPLIES_ID = 'first-replies'

/** The key of a call's reply: its path, and the payload of a POST. */
export function firstReplyKey(path: string, payload?: unknown): string {
  return payload === undefined ? path : `${path} ${JSON.stringify(payload)}`
}
