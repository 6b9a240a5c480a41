const all: Map<string, unknown>[] = []

/** What an isolate keeps between requests, by name; whoever keeps bounds its size and its age. */
export function isolateCache<T>(): Map<string, T> {
  const kept = new Map<string, T>()
  all.push(kept)
  return kept
}

/** Knows as little as a new isolate. */
export function clearIsolateCaches(): void {
  for (const kept of all) kept.clear()
}
