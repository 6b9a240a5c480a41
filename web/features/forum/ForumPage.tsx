import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type LoaderFunctionArgs, useNavigate, useParams, useSearchParams } from 'react-router'
import { type ForumCategory, topicOrder } from '../../../contract/http/forum.ts'
import { CallError } from '../../lib/call.ts'
import { forumMessages } from '../../lib/messages/forum.ts'
import { messages } from '../../lib/messages/general.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { useUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Link } from '../../ui/Link.tsx'
import { ListEnd } from '../../ui/ListEnd.tsx'
import { Flow } from '../../ui/layout.tsx'
import { Page, PageHead } from '../../ui/Page.tsx'
import scroll from '../../ui/ScrollRow.module.css'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { SearchField } from '../search/SearchField.tsx'
import styles from './ForumPage.module.css'
import { type TopicSelection, topicsQuery } from './queries.ts'
import { TopicRow } from './TopicRow.tsx'

function selectionOf(category: string | undefined, params: URLSearchParams): TopicSelection {
  const show = topicOrder.safeParse(params.get('show') ?? 'latest')
  return { category, show: show.success ? show.data : 'latest' }
}

/** Prefetches the first topics while the page renders. */
export const loadForum =
  (client: QueryClient) =>
  ({ params, request }: LoaderFunctionArgs): null => {
    void client.prefetchInfiniteQuery(topicsQuery(selectionOf(params.category, new URL(request.url).searchParams)))
    return null
  }

const searchAddress = (query: string) => `/forum/search?${new URLSearchParams({ query })}`
const PLACEHOLDERS = [0, 1, 2, 3, 4, 5]
const EMPTY = { latest: forumMessages.noTopics, watched: forumMessages.noneWatched, own: forumMessages.noneOwn }

/** The topics of the forum, or of a category, those with the latest posts first. */
export function ForumPage() {
  const { category: slug } = useParams()
  const [params] = useSearchParams()
  const selection = selectionOf(slug, params)
  const navigate = useNavigate()
  const user = useUser()
  const query = useInfiniteQuery(topicsQuery(selection))
  const { data, error } = query
  if (error instanceof CallError && error.status === 404) throw new Response(null, { status: 404 })
  const categories = data?.pages[0]?.categories ?? []
  const category = categories.find((one) => one.slug === slug)
  const topics = itemsOf(data)
  const title = category?.name ?? 'Forum'
  const mayBegin = !category || user?.gloperator || !(category.closed || category.staffOnly)
  return (
    <Page title={category ? `${title}, forum` : title} gap={16}>
      <PageHead title={title}>
        <Flow>
          {user?.gloperator && <ButtonLink to="/forum/categories">Categories</ButtonLink>}
          {mayBegin && (
            <ButtonLink
              to={category ? `/forum/new?category=${category.slug}` : '/forum/new'}
              variant="primary"
              icon={Plus}
            >
              New topic
            </ButtonLink>
          )}
        </Flow>
      </PageHead>
      <p className={styles.intro}>{category ? category.description : forumMessages.intro}</p>
      {category?.closed && <p className={styles.intro}>{forumMessages.closed}</p>}
      <SearchField label="Search the forum" query="" onSearch={(text) => void navigate(searchAddress(text))} />
      <div className={styles.columns}>
        <CategoryLinks categories={categories} current={slug} />
        <section aria-label="Topics" className={styles.list}>
          {user && <Orders path={slug ? `/forum/${slug}` : '/forum'} show={selection.show} />}
          <ul>
            {topics.map((topic) => (
              <TopicRow
                key={topic.id}
                topic={topic}
                category={slug ? undefined : categories.find(({ id }) => id === topic.categoryId)}
                isMember={Boolean(user)}
              />
            ))}
            {query.isPending &&
              PLACEHOLDERS.map((index) => (
                <li key={index} aria-hidden="true" className={styles.placeholder}>
                  <Skeleton height={44} />
                </li>
              ))}
          </ul>
          {data && topics.length === 0 && !query.hasNextPage && <EmptyState>{EMPTY[selection.show]}</EmptyState>}
          <ListEnd query={query} failure={data ? undefined : messages.pageFailed} />
        </section>
      </div>
    </Page>
  )
}

function CategoryLinks({ categories, current }: { categories: readonly ForumCategory[]; current: string | undefined }) {
  const links = [{ slug: undefined, name: 'All topics' }, ...categories]
  return (
    <nav aria-label="Categories" className={classes(styles.categories, scroll.row)}>
      {links.map(({ slug, name }) => (
        <Link
          key={name}
          to={slug ? `/forum/${slug}` : '/forum'}
          className={styles.category}
          aria-current={slug === current ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

function Orders({ path, show }: { path: string; show: TopicSelection['show'] }) {
  const tabs = [
    { label: 'Latest', to: path, current: show === 'latest' },
    { label: 'Watched', to: `${path}?show=watched`, current: show === 'watched' },
    { label: 'Yours', to: `${path}?show=own`, current: show === 'own' },
  ]
  return <Tabs label="Order of topics" tabs={tabs} />
}
