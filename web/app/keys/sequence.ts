/** A second key counts together with the first for so long. */
const TOGETHER_MS = 1500

/** The first of two keys, while the second is waited for. */
export type Begun = { key: string; at: number } | null

/** Where `g` and then another key lead to; null is one's own profile. */
const PLACES: Readonly<Record<string, string | null>> = {
  h: '/',
  g: '/gallery/recent',
  s: '/search',
  u: '/upload',
  p: null,
}

export type Wanted = { go: string } | { do: 'profile' | 'search' } | { key: string } | null

/** What a press asks for, after what was pressed before it. */
export function pressed(before: Begun, key: string, at: number): { begun: Begun; wanted: Wanted } {
  if (before && at - before.at <= TOGETHER_MS && Object.hasOwn(PLACES, key)) {
    const place = PLACES[key]
    return { begun: null, wanted: place ? { go: place } : { do: 'profile' } }
  }
  if (key === 'g') return { begun: { key, at }, wanted: null }
  if (key === '/') return { begun: null, wanted: { do: 'search' } }
  return { begun: null, wanted: { key } }
}
