import type { SketchList } from '../../../contract/http/sketches.ts'

export type GalleryList = {
  /** Name of the list in the cache and in addresses (`?in=`). */
  key: string
  title: string
  /** Path of its API; the cursor is added. */
  path: string
  /** Reads a page of a list that is part of a larger reply. */
  read?: (cursor: string, signal: AbortSignal) => Promise<SketchList>
  /** Message when the list is empty. */
  empty: string
  /** Only members have this list. */
  membersOnly?: true
}

/** Modes of `/gallery/{mode}` [1 §2], in the order of their tabs. */
export const MODES = {
  featured: {
    key: 'featured',
    title: 'Featured',
    path: '/featuredSketches?format=json',
    empty: 'Nothing is featured yet.',
  },
  recent: {
    key: 'recent',
    title: 'Recent',
    path: '/recentSketches?format=json',
    empty: 'No sketches yet, you should make one!',
  },
  trending: {
    key: 'trending',
    title: 'Trending',
    path: '/api/v2/index/trending?page=1',
    empty: 'Nothing is trending right now.',
  },
  tops: {
    key: 'tops',
    title: 'Top of all time',
    path: '/topSketches/1?format=json',
    empty: 'No hearts yet.',
  },
  tops7: {
    key: 'tops7',
    title: 'Top this week',
    path: '/topSketches/1?format=json&filter=7',
    empty: 'No hearts this week.',
  },
  tops30: {
    key: 'tops30',
    title: 'Top this month',
    path: '/topSketches/1?format=json&filter=30',
    empty: 'No hearts this month.',
  },
  friends: {
    key: 'friends',
    title: 'Following',
    path: '/activity/1?format=json&filter=uploads',
    empty: 'New work from artists you follow will appear here.',
    membersOnly: true,
  },
  groups: {
    key: 'groups',
    title: 'Groups',
    path: '/api/v2/user/groups_recents?limit=25',
    empty: 'New sketches of your groups will appear here.',
    membersOnly: true,
  },
  recommended: {
    key: 'recommended',
    title: 'Recommended',
    path: '/api/v2/user/recommendations?format=json',
    empty: 'No recommendations yet.',
    membersOnly: true,
  },
  hearts: { key: 'hearts', title: 'Hearts', path: '/recentHearts?format=json', empty: 'No hearts yet.' },
} as const satisfies Record<string, GalleryList>

export type Mode = keyof typeof MODES

export const isMode = (mode: string | undefined): mode is Mode => mode !== undefined && Object.hasOwn(MODES, mode)

export type SketchSort = 'recent' | 'hearts'

/** Orders of an artist's, a tag's or found sketches. */
export const SKETCH_SORTS = [
  { value: 'recent', label: 'Newest' },
  { value: 'hearts', label: 'Most hearts' },
] as const satisfies readonly { value: SketchSort; label: string }[]

/** Order of a gallery in the address of its page. */
export const sketchSortOf = (params: URLSearchParams): SketchSort =>
  params.get('sort') === 'hearts' ? 'hearts' : 'recent'

export function tagList(tag: string, sort: SketchSort): GalleryList {
  return {
    key: sort === 'recent' ? `tag-${tag}` : `top-tag-${tag}`,
    title: tag,
    path: `/tag/${encodeURIComponent(tag)}/sketches?format=json&sort=${sort}`,
    empty: 'No sketches have this tag yet.',
  }
}

type Member = { id: number; nickname: string }

export function artistList({ id, nickname }: Member, sort: SketchSort): GalleryList {
  return {
    key: sort === 'recent' ? `user-${id}` : `top-user-${id}`,
    title: `Sketches by ${nickname}`,
    path: `/user/${id}/sketches?format=json&sort=${sort}`,
    empty: 'No sketches yet.',
  }
}

/** Sketches to which a member gave a heart, which their profile calls likes. */
export function givenHeartsList({ id, nickname }: Member): GalleryList {
  return {
    key: `hearts-${id}`,
    title: `Sketches ${nickname} likes`,
    path: `/user/${id}/hearts?format=json`,
    empty: 'No likes yet.',
  }
}

/** Continuations of a co-op sketch, without the sketch itself. */
export function coOpList(id: number): GalleryList {
  return {
    key: `co-op-${id}`,
    title: 'Co-op',
    path: `/api/v2/coOp/${id}?format=json`,
    empty: 'No one has continued it yet.',
  }
}
