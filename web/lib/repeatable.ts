/** A key for what is to be made, which stays as long as the same is said and was not answered. */
export type Repeatable = { keyOf: (said: unknown) => string; answered: () => void }

/**
 * Gives a call that makes something its key: a second try after a lost reply gets the first one's, so that the site
 * makes it once.
 */
export function repeatable(newKey: () => string = () => crypto.randomUUID()): Repeatable {
  let last: { text: string; key: string } | null = null
  return {
    keyOf(said) {
      const text = JSON.stringify(said)
      if (last?.text !== text) last = { text, key: newKey() }
      return last.key
    },
    answered() {
      last = null
    },
  }
}
