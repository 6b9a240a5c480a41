const caches: Map<string, unknown>[] = []

/** Makes a cache in the isolate's memory. The caller limits its size and age. */
export function isolateCache<T>(): Map<string, T> {
  const cache = new Map<string, T>()
  caches.push(cache)
  return cache
}

/** For tests, which share one isolate. */
export function clearIsolateCaches(): void {
  for (const cache of caches) cache.clear()
}
