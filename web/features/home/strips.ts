import type { HomeReply } from '../../../contract/http/home.ts'

/** A strip of the home page: part of its reply, and where all of it is. */
export type StripOf = {
  name: 'featured' | 'recent' | 'tops' | 'trending' | 'following'
  title: string
  to: string
}

/** In the order of the page. */
export const STRIPS: readonly StripOf[] = [
  { name: 'featured', title: 'Featured', to: '/gallery/featured' },
  { name: 'following', title: 'Following', to: '/gallery/friends' },
  { name: 'recent', title: 'Recent', to: '/gallery/recent' },
  { name: 'trending', title: 'Trending', to: '/gallery/trending' },
  { name: 'tops', title: 'Tops of 7 days', to: '/gallery/tops7' },
]

/** The strips that stand on the page: those with sketches in them, and the first one while nothing is there yet. */
export function stripsShown(home: HomeReply | undefined): readonly StripOf[] {
  return home ? STRIPS.filter(({ name }) => (home[name]?.length ?? 0) > 0) : STRIPS.slice(0, 1)
}
