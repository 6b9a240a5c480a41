import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import type { Person } from '../../../contract/http/users.ts'
import { SUBJECT_MAX } from '../../../contract/limits.ts'
import { CallError } from '../../lib/call.ts'
import { messages } from '../../lib/messages/general.ts'
import { messageTexts, sendFailureOf } from '../../lib/messages/messages.ts'
import { isChangedSince, toastEarlierPosted, withoutPosted } from '../../lib/posted-draft.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Link } from '../../ui/Link.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { profileQuery } from '../users/queries.ts'
import { MessageFields } from './MessageFields.tsx'
import { emptyDraft, useDraft } from './message-draft.ts'
import { useWriteMessage } from './queries.ts'
import styles from './WriteMessage.module.css'

/** Form of a first message to a member, if they take messages from this one. A missing member leads home [2 §8]. */
export function WriteMessage({ to, user }: { to: number; user: CurrentUser }) {
  const { data: profile, error, refetch } = useQuery(profileQuery(to))
  if (error instanceof CallError && error.status === 404) return <Navigate to="/" replace />
  if (error) return <LoadFailure onRetry={() => void refetch()}>{messages.pageFailed}</LoadFailure>
  if (!profile) return <PageSpinner />
  if (profile.hidden || !profile.canMessage) {
    return (
      <EmptyState action={<ButtonLink to={`/user/${to}`}>{`See ${profile.nickname}’s profile`}</ButtonLink>}>
        {messageTexts.refused(profile.nickname)}
      </EmptyState>
    )
  }
  return <MessageForm to={profile} user={user} />
}

function MessageForm({ to, user }: { to: Person; user: CurrentUser }) {
  const navigate = useNavigate()
  const [draft, change] = useDraft(user.id, `to ${to.id}`)
  const [problem, setProblem] = useState<{ subject?: string; text?: string }>({})
  const { mutateAsync, isPending } = useWriteMessage(to.id)
  const send = async () => {
    if (!draft.text.trim() || isPending) return
    if (!draft.subject.trim()) return setProblem({ subject: 'Give your message a subject.' })
    setProblem({})
    try {
      change((before) => ({ ...before, tried: true }))
      const { id, stored } = await mutateAsync(draft)
      change((before) => (stored ? withoutPosted(before, stored, emptyDraft) : emptyDraft()))
      if (stored && isChangedSince(draft, stored)) return toastEarlierPosted(draft, stored)
      await navigate(`/message/${id}`, { replace: true })
    } catch (error) {
      setProblem({ text: sendFailureOf(error) })
    }
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p className={styles.to}>
        <span>To</span>
        <Avatar avatar={to.avatar} name={to.nickname} size={32} />
        <Link to={`/user/${to.id}`} className={styles.nickname}>
          {to.nickname}
        </Link>
      </p>
      <TextField
        label="Subject"
        value={draft.subject}
        maxLength={SUBJECT_MAX}
        readOnly={isPending}
        error={problem.subject}
        onChange={(event) => change((before) => ({ ...before, subject: event.target.value }))}
      />
      <MessageFields
        label="Message"
        rows={8}
        user={user}
        draft={draft}
        isSending={isPending}
        failure={problem.text}
        onChange={(part) => change((before) => ({ ...before, ...part }))}
        onSend={() => void send()}
      />
    </form>
  )
}
