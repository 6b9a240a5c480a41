import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import type { MessagePost, MessageThread } from '../../../contract/http/messages.ts'
import { sendFailureOf } from '../../lib/messages/messages.ts'
import { toastEarlierPosted, withoutPosted } from '../../lib/posted-draft.ts'
import { MessageFields } from './MessageFields.tsx'
import { emptyDraft, useDraft } from './message-draft.ts'
import { useReply } from './queries.ts'
import styles from './ReplyForm.module.css'

type ReplyFormProps = {
  thread: MessageThread
  user: CurrentUser
  posts: readonly MessagePost[]
  field: RefObject<HTMLTextAreaElement | null>
}

/** Form of a reply. Its text stays in this browser until it is sent [2 §4]. */
export function ReplyForm({ thread, user, posts, field }: ReplyFormProps) {
  const [draft, change] = useDraft(user.id, `thread ${thread.id}`)
  const [failure, setFailure] = useState<string>()
  const { mutate, isPending } = useReply(thread.id)
  // A reply may have been stored although the answer to it was lost.
  const sent = posts.find(({ key }) => key === draft.key)
  const dropSent = (post: MessagePost) => {
    toastEarlierPosted(draft, post)
    change((before) => withoutPosted(before, post, emptyDraft))
  }
  const dropFoundSent = useEffectEvent(dropSent)
  useEffect(() => {
    if (sent && !isPending) dropFoundSent(sent)
  }, [sent, isPending])
  const send = () => {
    if (!draft.text.trim() || isPending) return
    setFailure(undefined)
    mutate(draft, {
      onSuccess: ({ post }) => dropSent(post),
      onError: (error) => setFailure(sendFailureOf(error)),
    })
  }
  return (
    <form
      className={styles.reply}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <MessageFields
        label={`Reply to ${thread.other.nickname}`}
        hideLabel
        rows={2}
        user={user}
        field={field}
        draft={draft}
        isSending={isPending}
        failure={failure}
        onChange={(part) => change((before) => ({ ...before, ...part }))}
        onSend={send}
      />
    </form>
  )
}
