/** Key of a request that creates something; it changes only with the body or after an answer. */
export type IdempotencyKey = { keyOf: (body: unknown) => string; answered: () => void }

/** Gives a retry after a lost reply the key of the first try, so that the site creates the thing once. */
export function idempotencyKey(newKey: () => string = () => crypto.randomUUID()): IdempotencyKey {
  let last: { text: string; key: string } | null = null
  return {
    keyOf(body) {
      const text = JSON.stringify(body)
      if (last?.text !== text) last = { text, key: newKey() }
      return last.key
    },
    answered() {
      last = null
    },
  }
}
