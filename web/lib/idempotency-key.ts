/** Key of a request that creates something; it changes with the body and by `renew`, after a reply. */
export type IdempotencyKey = { keyOf: (body: unknown) => string; renew: () => void }

/** Gives a retry after a lost reply the key of the first try, so that the site creates the thing once. */
export function idempotencyKey(newKey: () => string = () => crypto.randomUUID()): IdempotencyKey {
  let last: { text: string; key: string } | null = null
  return {
    keyOf(body) {
      const text = JSON.stringify(body)
      if (last?.text !== text) last = { text, key: newKey() }
      return last.key
    },
    renew() {
      last = null
    },
  }
}
