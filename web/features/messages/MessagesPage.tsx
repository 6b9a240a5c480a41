import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import { idText } from '../../../contract/http/common.ts'
import type { MessageFolder } from '../../../contract/http/messages.ts'
import { messageOfCode } from '../../lib/messages/errors.ts'
import { messageTexts } from '../../lib/messages/messages.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { useImpersonation, useUser } from '../../lib/session.ts'
import { EmptyState, ErrorScreen } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/Page.tsx'
import { RequireLogin } from '../../ui/RequireLogin.tsx'
import { ChooseRecipient } from './ChooseRecipient.tsx'
import styles from './MessagesPage.module.css'
import { topicsQuery } from './queries.ts'
import { Thread } from './Thread.tsx'
import { TopicList } from './TopicList.tsx'
import { WriteMessage } from './WriteMessage.tsx'

/** List of threads [2 §2]; on wide windows beside the place of a thread. */
function MessagesPage() {
  const [params] = useSearchParams()
  const folder = params.get('folder') === 'requests' ? 'requests' : 'inbox'
  return (
    <ForMember>
      {() => (
        <Page title={folder === 'requests' ? 'Message requests' : 'Messages'} fill className={styles.messages}>
          <TopicList folder={folder} isHeading />
          <div className={styles.detail}>
            <ChooseThread folder={folder} />
          </div>
        </Page>
      )}
    </ForMember>
  )
}

/** Hint beside the list; an empty folder has nothing to choose. */
function ChooseThread({ folder }: { folder: MessageFolder }) {
  const { data } = useInfiniteQuery(topicsQuery(folder))
  return itemsOf(data).length > 0 && <EmptyState className={styles.choose}>{messageTexts.choose}</EmptyState>
}

const threadParams = z.object({ id: idText })

/** A thread [2 §2]; on wide windows beside the list of its folder. */
function ThreadPage() {
  const parsed = threadParams.safeParse(useParams())
  if (!parsed.success) return <Navigate to="/messages" replace />
  const { id } = parsed.data
  return (
    <ForMember>
      {(user) => (
        <Page title={null} fill className={styles.messages} key={id}>
          <Thread
            id={id}
            user={user}
            list={(folder) => <TopicList folder={folder} current={id} className={styles.aside} />}
          />
        </Page>
      )}
    </ForMember>
  )
}

const writeParams = z.object({ userId: z.optional(idText) })

/** Form of a first message [2 §2]. Without a member in the address it asks for one. */
function WriteMessagePage() {
  const parsed = writeParams.safeParse(useParams())
  if (!parsed.success) throw new Response(null, { status: 404 })
  const { userId } = parsed.data
  return (
    <ForMember>
      {(user) => (
        <Page title="New message" fill className={styles.messages}>
          <TopicList folder="inbox" className={styles.aside} />
          <div className={styles.form}>
            <h1>New message</h1>
            {userId === undefined ? <ChooseRecipient /> : <WriteMessage to={userId} user={user} />}
          </div>
        </Page>
      )}
    </ForMember>
  )
}

/** Messages are closed to visitors, and to staff who impersonate a member. */
function ForMember({ children }: { children: (user: CurrentUser) => ReactNode }) {
  const user = useUser()
  const isImpersonating = useImpersonation() !== null
  if (isImpersonating) return <ErrorScreen>{messageOfCode('impersonating')}</ErrorScreen>
  return (
    <RequireLogin title="Messages" sentence={messageTexts.loginNeeded}>
      {user && children(user)}
    </RequireLogin>
  )
}

/** The pages of messages by their paths (web/app/router.tsx). */
export const PAGES = {
  messages: MessagesPage,
  'e?/message/:id': ThreadPage,
  'message/write/:userId?': WriteMessagePage,
}
