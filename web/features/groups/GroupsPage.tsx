import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { groupMessages } from '../../lib/messages/groups.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { useUser, wasSignedIn } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useFocusHeadingWhenLost } from '../../ui/focus.ts'
import { Link } from '../../ui/Link.tsx'
import { Page, PageHead } from '../../ui/Page.tsx'
import { RequireLogin } from '../../ui/RequireLogin.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { SearchField } from '../search/SearchField.tsx'
import { AllEvents } from './Events.tsx'
import { GroupCards } from './GroupCards.tsx'
import { groupSearchQuery, groupsOfQuery, groupsQuery } from './queries.ts'
import { RequestButton } from './RequestButton.tsx'
import { Requests } from './Requests.tsx'

const TABS = ['your', 'all', 'events', 'search', 'requests'] as const
type GroupsTab = (typeof TABS)[number]

/** Labels of the tabs [2 §2]. */
const NAMES: Record<GroupsTab, string> = {
  your: 'Your Groups',
  all: 'All',
  events: 'Events',
  search: 'Search',
  requests: 'Requests',
}

const tabOf = (params: URLSearchParams): GroupsTab =>
  TABS.find((tab) => tab === params.get('tab')) ?? (wasSignedIn() ? 'your' : 'all')

/** Prefetches the list of all groups while the page renders. */
export const loadGroups =
  (client: QueryClient) =>
  ({ request }: LoaderFunctionArgs): null => {
    if (tabOf(new URL(request.url).searchParams) === 'all') void client.prefetchInfiniteQuery(groupsQuery)
    return null
  }

/** Groups of the viewer, all groups, their events, a search and requests [2 §2]; the tab is in the address. */
export function GroupsPage() {
  const [params, setParams] = useSearchParams()
  const tab = tabOf(params)
  useFocusHeadingWhenLost()
  return (
    <Page title={tab === 'all' ? 'Groups' : `Groups, ${NAMES[tab].toLowerCase()}`} gap={16}>
      <PageHead title="Groups">
        <RequestButton />
      </PageHead>
      <Tabs
        label="Groups"
        tabs={TABS.map((name) => ({ to: `/groups?tab=${name}`, label: NAMES[name], current: name === tab }))}
      />
      {tab === 'your' && (
        <RequireLogin level={2}>
          <YourGroups />
        </RequireLogin>
      )}
      {tab === 'all' && <AllGroups />}
      {tab === 'events' && <AllEvents />}
      {tab === 'search' && (
        <Search query={params.get('query')?.trim() ?? ''} onSearch={(query) => setParams({ tab: 'search', query })} />
      )}
      {tab === 'requests' && <Requests />}
    </Page>
  )
}

function YourGroups() {
  const user = useUser()
  const query = useInfiniteQuery({ ...groupsOfQuery(user?.id ?? 0), enabled: user != null })
  const isInNone = query.data && itemsOf(query.data).length === 0 && !query.hasNextPage
  return (
    <>
      {!isInNone && (
        <p>
          <Link to="/gallery/groups">Recent sketches of your groups</Link>
        </p>
      )}
      <GroupCards
        label="Your groups"
        query={query}
        empty={
          <EmptyState action={<ButtonLink to="/groups?tab=all">See all groups</ButtonLink>}>
            {groupMessages.noneOfYours}
          </EmptyState>
        }
      />
    </>
  )
}

function AllGroups() {
  const query = useInfiniteQuery(groupsQuery)
  return <GroupCards label="All groups" query={query} empty={<EmptyState>{groupMessages.none}</EmptyState>} />
}

function Search({ query, onSearch }: { query: string; onSearch: (query: string) => void }) {
  const found = useInfiniteQuery(groupSearchQuery(query))
  return (
    <>
      <SearchField label="Search groups" hint={groupMessages.searchHint} query={query} onSearch={onSearch} />
      <div aria-live="polite">
        {query !== '' && (
          <GroupCards
            label="Found groups"
            query={found}
            empty={<EmptyState>{groupMessages.nothingFound(query)}</EmptyState>}
          />
        )}
      </div>
    </>
  )
}
