import { useQuery } from '@tanstack/react-query'
import { DESK_COUNT_MAX } from '../../../contract/limits.ts'
import { useUser } from '../../lib/session.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { deskCountsQuery } from './queries.ts'

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

/** The pages of the moderation desk [2 §2], with their numbers of open items. */
export function DeskTabs({ current }: { current: DeskTab['to'] }) {
  const tabs: readonly DeskTab[] = useUser()?.flags.includes('a') ? [...TABS, ORDERS] : TABS
  const { data } = useQuery(deskCountsQuery)
  const counts: Partial<Record<DeskTab['to'], number | undefined>> = {
    '/gloperate': data?.cases,
    '/gloperate/appeals': data?.appeals,
    '/gloperate/bans': data?.bans,
    '/gloperate/orders': data?.orders,
  }
  return (
    <Tabs
      label="Moderation"
      tabs={tabs.map((tab) => ({
        ...tab,
        current: tab.to === current,
        count: counts[tab.to] || undefined,
        countMax: DESK_COUNT_MAX,
      }))}
    />
  )
}
