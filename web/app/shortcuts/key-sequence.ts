/** The second key of a sequence must follow within this time. */
const SEQUENCE_MS = 1500

/** The first key of a sequence while the second is awaited. */
export type FirstKey = { key: string; at: number } | null

/** Destinations of `g` and another key; null is the member's own profile. */
const DESTINATIONS: Readonly<Record<string, string | null>> = {
  h: '/',
  g: '/gallery/recent',
  s: '/search',
  u: '/upload',
  p: null,
}

export type KeyCommand = { go: string } | { do: 'profile' | 'search' } | { key: string } | null

/** The command of a key press, given the first key of a sequence. */
export function nextCommand(first: FirstKey, key: string, at: number): { first: FirstKey; command: KeyCommand } {
  if (first && at - first.at <= SEQUENCE_MS && Object.hasOwn(DESTINATIONS, key)) {
    const path = DESTINATIONS[key]
    return { first: null, command: path ? { go: path } : { do: 'profile' } }
  }
  if (key === 'g') return { first: { key, at }, command: null }
  if (key === '/') return { first: null, command: { do: 'search' } }
  return { first: null, command: { key } }
}
