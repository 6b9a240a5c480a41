import type { Tab } from '../../ui/Tabs.tsx'

/** Views of a profile [2 §2 Fans], by the last part of the address. */
const VIEWS = ['sketches', 'about', 'likes', 'albums', 'streams', 'comments', 'fans', 'fanof', 'blocks'] as const
export type ProfileView = (typeof VIEWS)[number]

const VIEW_ALIASES: Record<string, ProfileView> = { hearts: 'likes' }

/** View of an address, or null. */
export function viewOf(part: string | undefined): ProfileView | null {
  if (part === undefined) return 'sketches'
  return VIEW_ALIASES[part] ?? VIEWS.find((view) => view === part) ?? null
}

/**
 * Tabs of a profile; blocks only on the user's own.
 *
 * @param id - of the member, or its slot in a template
 */
export function profileTabs(id: number | string, view: ProfileView, isOwn: boolean): Tab[] {
  const tab = (label: string, part: string, ...shows: ProfileView[]) => ({
    label,
    to: `/user/${id}${part}`,
    current: shows.includes(view),
  })
  return [
    tab('Sketches', '', 'sketches'),
    tab('About', '/about', 'about'),
    tab('Likes', '/likes', 'likes'),
    tab('Albums', '/albums', 'albums'),
    tab('Streams', '/streams', 'streams'),
    tab('Comments', '/comments', 'comments'),
    tab('Fans', '/fans', 'fans', 'fanof'),
    ...(isOwn ? [tab('Blocks', '/blocks', 'blocks')] : []),
  ]
}
