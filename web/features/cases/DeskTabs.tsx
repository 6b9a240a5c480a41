import { useUser } from '../../lib/session.ts'
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
/** Orders of the store are for admins alone. */
const ORDERS = { to: '/gloperate/orders', label: 'Orders' } as const

type DeskTab = (typeof TABS)[number] | typeof ORDERS

/** The pages of the moderation desk [2 §2]. */
export function DeskTabs({ current }: { current: DeskTab['to'] }) {
  const tabs: readonly DeskTab[] = useUser()?.flags.includes('a') ? [...TABS, ORDERS] : TABS
  return <Tabs label="Moderation" tabs={tabs.map((tab) => ({ ...tab, current: tab.to === current }))} />
}
