import type { HomeReply } from '../../../contract/http/home.ts'

export type HomeStrip = {
  name: 'featured' | 'recent' | 'tops' | 'trending' | 'following'
  title: string
  /** Name of its gallery. */
  list: string
}

export const STRIPS: readonly HomeStrip[] = [
  { name: 'featured', title: 'Featured', list: 'featured' },
  { name: 'following', title: 'Following', list: 'friends' },
  { name: 'recent', title: 'Recent', list: 'recent' },
  { name: 'trending', title: 'Trending', list: 'trending' },
  { name: 'tops', title: 'Top this week', list: 'tops7' },
]

/** Strips that have sketches; the first one while the page loads. */
export function visibleStrips(home: HomeReply | undefined): readonly HomeStrip[] {
  return home ? STRIPS.filter(({ name }) => (home[name]?.length ?? 0) > 0) : STRIPS.slice(0, 1)
}
