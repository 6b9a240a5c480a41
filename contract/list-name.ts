import type { GallerySort } from './http/galleries.ts'
import { normalizeTag } from './text.ts'

const SITE_LISTS = [
  'recent',
  'featured',
  'hearts',
  'friends',
  'recommended',
  'trending',
  'tops',
  'tops7',
  'tops30',
] as const
type SiteList = (typeof SITE_LISTS)[number]

/**
 * A list in which each sketch has a previous and a next one. In the site's lists, `hearts` has the sketches that got a
 * heart last, `friends` is the viewer's feed, and `tops7` and `tops30` have the top sketches of that many days. Entries
 * of a compo are in the order of their places once there is a result, and the latest first before it or with `recent`.
 */
export type ListName =
  | { of: 'site'; list: SiteList }
  | { of: 'tag'; tag: string; sort: GallerySort }
  | { of: 'user'; id: number; sort: GallerySort }
  | { of: 'hearts' | 'co-op' | 'challenge'; id: number }
  | { of: 'album'; userId: number; albumId: number }
  | { of: 'group'; slug: string }
  | { of: 'compo'; key: string; sort: 'place' | 'recent' }

/**
 * Parses the `?in=` parameter of a sketch's address: `recent`, `trending`, `tag-sea`, `top-tag-sea` (by hearts),
 * `user-12`, `top-user-12`, `hearts-12` (given by that member), `co-op-5`, `challenge-9`, `album-3-7`, `group-herons`,
 * `compo-dusk` (by place), `recent-compo-dusk`. Null for anything else.
 */
export function parseListName(name: string): ListName | null {
  const plain = SITE_LISTS.find((list) => list === name)
  if (plain) return { of: 'site', list: plain }
  const [, recent, key] = /^(recent-)?compo-([a-z0-9-]{1,32})$/.exec(name) ?? []
  if (key) return { of: 'compo', key, sort: recent ? 'recent' : 'place' }
  const [, top, of, rest = ''] = /^(top-)?(tag|user|hearts|co-op|challenge|album|group)-(.{1,64})$/u.exec(name) ?? []
  const sort = top ? 'hearts' : 'recent'
  if (of === 'tag') return rest === normalizeTag(rest) ? { of, tag: rest, sort } : null
  if (of === 'group') return !top && /^[a-z0-9-]+$/.test(rest) ? { of, slug: rest } : null
  const [id, second] = parseIds(rest)
  if (of === 'album') return id && second && !top ? { of, userId: id, albumId: second } : null
  if (!of || !id || second !== undefined) return null
  if (of === 'user') return { of, id, sort }
  return top ? null : { of: of as 'hearts' | 'co-op' | 'challenge', id }
}

function parseIds(text: string): number[] {
  return /^[1-9]\d{0,14}(-[1-9]\d{0,14})?$/.test(text) ? text.split('-').map(Number) : []
}
