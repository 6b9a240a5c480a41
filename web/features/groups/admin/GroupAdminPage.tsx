import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { PRODUCT_NAME } from '../../../../contract/product.ts'
import { messages } from '../../../lib/messages/general.ts'
import { useUser } from '../../../lib/session.ts'
import { ErrorScreen } from '../../../ui/EmptyState.tsx'
import { Page } from '../../../ui/Page.tsx'
import { PageSpinner } from '../../../ui/Spinner.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { Activity } from './Activity.tsx'
import { FeatureQueue } from './FeatureQueue.tsx'
import { Moderation } from './Moderation.tsx'
import { NewGroups } from './NewGroups.tsx'
import { PendingRequests } from './PendingRequests.tsx'
import { countsQuery } from './queries.ts'
import { Stats } from './Stats.tsx'
import { SuggestForm } from './SuggestForm.tsx'

/** The tabs in the order of the specification [2 §2]. */
const TABS = ['activity', 'stats', 'requests', 'queue', 'new', 'suggest', 'moderate'] as const
type AdminTab = (typeof TABS)[number]

const NAMES: Record<AdminTab, string> = {
  activity: 'Activity',
  stats: 'Stats',
  requests: 'Requests',
  queue: 'Queue',
  new: 'New',
  suggest: 'Suggest',
  moderate: 'Moderate',
}

const CONTENTS: Record<AdminTab, () => ReactNode> = {
  activity: Activity,
  stats: Stats,
  requests: PendingRequests,
  queue: FeatureQueue,
  new: NewGroups,
  suggest: SuggestForm,
  moderate: Moderation,
}

/** The pages of group admins; others get "Not found" [2 §2]. */
export function GroupAdminPage() {
  const user = useUser()
  const { tab = 'activity' } = useParams()
  const current = TABS.find((name) => name === tab)
  if (user === undefined) return <PageSpinner />
  if (user?.flags.includes('g') && current) return <GroupAdmin tab={current} />
  return (
    <>
      <title>{`Not found – ${PRODUCT_NAME}`}</title>
      <ErrorScreen>{messages.notFound}</ErrorScreen>
    </>
  )
}

function GroupAdmin({ tab }: { tab: AdminTab }) {
  const { data } = useQuery(countsQuery)
  const counts: Partial<Record<AdminTab, number | undefined>> = { requests: data?.requests, queue: data?.features }
  const Content = CONTENTS[tab]
  return (
    <Page title={`Group admin, ${NAMES[tab].toLowerCase()}`} gap={16} width={1080}>
      <h1>Group admin</h1>
      <Tabs
        label="Group admin"
        tabs={TABS.map((name) => ({
          to: `/a/groups/${name}`,
          label: NAMES[name],
          current: name === tab,
          count: counts[name],
        }))}
      />
      <Content />
    </Page>
  )
}
