import { parseListName } from '../../../contract/list-name.ts'

const SITE_LABELS = {
  recent: 'Recent',
  featured: 'Featured',
  hearts: 'Hearts',
  friends: 'Friends',
  recommended: 'Recommended',
  trending: 'Trending',
  tops: 'Top',
  tops7: 'Top of the week',
  tops30: 'Top of the month',
} as const

/** What the list is called that a sketch was opened from; null when its name is all there is to say. */
export function listLabel(name: string | null, artist: string): string | null {
  const list = name === null ? null : parseListName(name)
  if (!list) return null
  if (list.of === 'site') return `in ${SITE_LABELS[list.list]}`
  if (list.of === 'tag') return `in ${list.tag}`
  if (list.of === 'user') return `by ${artist}`
  if (list.of === 'challenge') return 'in a challenge'
  return list.of === 'album' ? 'in an album' : null
}
