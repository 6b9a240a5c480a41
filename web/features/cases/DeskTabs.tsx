import { Tabs } from '../../ui/Tabs.tsx'

const TABS = [
  { to: '/gloperate', label: 'Cases' },
  { to: '/gloperate/appeals', label: 'Appeals' },
  { to: '/gloperate/bans', label: 'Bans' },
  { to: '/gloperate/comments', label: 'Reported comments' },
  { to: '/gloperate/sketches', label: 'Reported sketches' },
  { to: '/gloperate/pictures', label: 'Blocked pictures' },
  { to: '/gloperate/log', label: 'Staff log' },
  { to: '/gloperate/site', label: 'Site' },
] as const

/** The pages of the moderation desk [2 §2]. */
export function DeskTabs({ current }: { current: (typeof TABS)[number]['to'] }) {
  return <Tabs label="Moderation" tabs={TABS.map((tab) => ({ ...tab, current: tab.to === current }))} />
}
