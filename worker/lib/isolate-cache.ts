const caches: Map<string, unknown>[] = []

/** Makes a cache that lives as long as the isolate. The caller bounds its size and age. */
export function isolateCache<T>(): Map<string, T> {
  const cache = new Map<string, T>()
  caches.push(cache)
  return cache
}

export function clearIsolateCaches(): void {
  for (const cache of caches) cache.clear()
}
