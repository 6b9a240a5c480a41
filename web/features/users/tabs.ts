import type { Tab } from '../../ui/Tabs.tsx'

/** What a profile can show [2 §2 Fans], by the last part of its address. */
export type ProfileView = 'sketches' | 'albums' | 'likes' | 'comments' | 'fans' | 'fanof' | 'blocks'

const OTHER_NAMES: Record<string, ProfileView> = { hearts: 'likes' }
const VIEWS: readonly ProfileView[] = ['sketches', 'albums', 'likes', 'comments', 'fans', 'fanof', 'blocks']

/** The view that an address names; null for one that is none. */
export function viewOf(part: string | undefined): ProfileView | null {
  if (part === undefined) return 'sketches'
  return OTHER_NAMES[part] ?? VIEWS.find((view) => view === part) ?? null
}

/** The tabs of a profile; blocks are shown to oneself alone. */
export function profileTabs(id: number, view: ProfileView, own: boolean): Tab[] {
  const tab = (label: string, part: string, ...shows: ProfileView[]) => ({
    label,
    to: `/user/${id}${part}`,
    current: shows.includes(view),
  })
  return [
    tab('Sketches', '', 'sketches'),
    tab('Albums', '/albums', 'albums'),
    tab('Likes', '/likes', 'likes'),
    tab('Comments', '/comments', 'comments'),
    tab('Fans', '/fans', 'fans', 'fanof'),
    ...(own ? [tab('Blocks', '/blocks', 'blocks')] : []),
  ]
}
