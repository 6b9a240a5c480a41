import { useParams, useSearchParams } from 'react-router'
import { NOTIFICATION_CATEGORIES } from '../../../contract/http/notifications.ts'
import { categoryNames, notificationMessages } from '../../lib/messages/notifications.ts'
import { Page, PageHead } from '../../ui/Page.tsx'
import { RequireLogin } from '../../ui/RequireLogin.tsx'
import { Select } from '../../ui/Select.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import styles from './Notifications.module.css'
import { Notifications } from './Notifications.tsx'
import { Settings } from './Settings.tsx'
import { Uploads } from './Uploads.tsx'

const VIEWS = { all: 'All', replies: 'Replies', uploads: 'New from artists', settings: 'Settings' } as const
type View = keyof typeof VIEWS

const TABS = Object.entries(VIEWS).map(([view, label]) => ({
  label,
  to: view === 'all' ? '/activity' : `/activity/${view}`,
  end: true,
}))

/** Notifications, uploads of followed artists, and settings [1 §2]. */
export function ActivityPage() {
  const { kind: view = 'all' } = useParams()
  if (!Object.hasOwn(VIEWS, view)) throw new Response(null, { status: 404 })
  return (
    <Page title={view === 'all' ? 'Notifications' : `Notifications, ${VIEWS[view as View].toLowerCase()}`}>
      <PageHead title="Notifications" className={styles.heading} />
      <RequireLogin level={2}>
        <Tabs label="Notifications" tabs={TABS} className={styles.tabs} />
        <ActivityView view={view as View} />
      </RequireLogin>
    </Page>
  )
}

function ActivityView({ view }: { view: View }) {
  if (view === 'uploads') return <Uploads />
  if (view === 'settings') return <Settings />
  if (view === 'all') return <CategoryNotifications />
  return <Notifications category="comments" label="Replies" empty={notificationMessages.noReplies} />
}

const CATEGORIES = [
  { value: 'all' as const, label: 'Everything' },
  ...NOTIFICATION_CATEGORIES.map((value) => ({ value, label: categoryNames[value] })),
]

/** All notifications, or those of the category in the address. */
function CategoryNotifications() {
  const [params, setParams] = useSearchParams()
  const chosen = NOTIFICATION_CATEGORIES.find((category) => category === params.get('category')) ?? null
  return (
    <>
      <Select
        label="Show"
        hideLabel
        className={styles.categories}
        options={CATEGORIES}
        value={chosen ?? 'all'}
        onChange={(category) => setParams(category === 'all' ? {} : { category })}
      />
      <Notifications key={chosen} category={chosen} label="Notifications" empty={notificationMessages.nothing} />
    </>
  )
}
