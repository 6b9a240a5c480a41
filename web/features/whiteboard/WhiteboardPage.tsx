import { Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import { ANONYMOUS } from '../../../contract/http/whiteboard.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { useUser } from '../../lib/session.ts'
import { lazyPage } from '../../ui/lazy-component.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { Intro } from './Intro.tsx'
import { FromTheDoor, NoAccess, Preview } from './OnlyLooking.tsx'
import styles from './Whiteboard.module.css'

const loadEntrance = () => import('./Entrance.tsx')
const Entrance = lazyPage(async () => ({ default: (await loadEntrance()).Entrance }))
const HistoryPage = lazyPage(async () => ({ default: (await import('./HistoryPage.tsx')).HistoryPage }))

/** The whiteboard, and its history [2 §2 Whiteboard]. One route for both: the first page carries every route. */
export function WhiteboardPage() {
  const { view } = useParams()
  if (view && view !== 'history') throw new Response(null, { status: 404 })
  return <Suspense fallback={<PageSpinner />}>{view ? <HistoryPage /> : <BoardPage />}</Suspense>
}

/** The board that all members draw on together, in place of the site's header and all. */
function BoardPage() {
  const user = useUser()
  const [isForbidden, setForbidden] = useState(false)
  return (
    <>
      <title>{`${PRODUCT_NAME} Whiteboard`}</title>
      <div className={styles.page}>
        {user === undefined && <PageSpinner />}
        {user === null && <Preview isSuspended={isForbidden} />}
        {user &&
          (user.nickname === ANONYMOUS || !user.chatId ? (
            <NoAccess />
          ) : (
            <Door user={user} onForbidden={() => setForbidden(true)} />
          ))}
      </div>
    </>
  )
}

/** First one agrees to something; what is needed to draw is loaded when one is about to. */
function Door({ user, onForbidden }: { user: CurrentUser; onForbidden: () => void }) {
  const [isLetIn, setLetIn] = useState(false)
  const navigate = useNavigate()
  if (isLetIn)
    return (
      <Suspense fallback={<FromTheDoor isWaiting />}>
        <Entrance user={user} onForbidden={onForbidden} />
      </Suspense>
    )
  return (
    <>
      <FromTheDoor />
      <Intro onNear={() => void loadEntrance()} onEnter={() => setLetIn(true)} onLeave={() => void navigate('/')} />
    </>
  )
}
