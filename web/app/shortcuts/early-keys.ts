declare global {
  interface Window {
    /**
     * Key presses since the document began to load, collected by `theme.js`; undefined once the application listens.
     */
    earlyKeys?: KeyboardEvent[] | undefined
  }
}

/** Returns the key presses that came before the application listened, once. */
export function takeEarlyKeys(): readonly KeyboardEvent[] {
  const keys = window.earlyKeys ?? []
  window.earlyKeys = undefined
  return keys
}
