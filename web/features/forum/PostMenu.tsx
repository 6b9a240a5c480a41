import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import type { ForumPost } from '../../../contract/http/forum.ts'
import { COMMENT_EDIT_MINUTES } from '../../../contract/limits.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { forumFailureOf, forumMessages } from '../../lib/messages/forum.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { MoreMenu } from '../../ui/Menu.tsx'
import { StaffReasonField } from '../staff/StaffReasonField.tsx'
import { useDeletePost } from './queries.ts'

type PostMenuProps = { post: ForumPost; user: CurrentUser; className: string | undefined; onEdit: () => void }

/** Menu of a post: edit (its author, for 15 minutes) and delete. */
export function PostMenu({ post, user, className, onEdit }: PostMenuProps) {
  const [isDeleting, setDeleting] = useState(false)
  const isOwn = post.user.id === user.id
  const isEditable = isOwn && Date.now() - fromWireTime(post.date) < COMMENT_EDIT_MINUTES * 60_000
  const items = [
    ...(isEditable ? [{ label: 'Edit', icon: Pencil, onAction: onEdit }] : []),
    ...(post.canDelete ? [{ label: 'Delete', icon: Trash2, onAction: () => setDeleting(true) }] : []),
  ]
  if (items.length === 0) return null
  const close = () => setDeleting(false)
  return (
    <>
      <MoreMenu items={items} label={`More actions for post ${post.number}`} className={className} />
      {isDeleting &&
        (isOwn ? <DeleteDialog post={post} onClose={close} /> : <RemoveDialog post={post} onClose={close} />)}
    </>
  )
}

type PostDialogProps = { post: ForumPost; onClose: () => void }

function DeleteDialog({ post, onClose }: PostDialogProps) {
  const remove = useDeletePost(post.id)
  return (
    <ConfirmDialog
      danger
      title="Delete this post?"
      confirmLabel="Delete"
      onConfirm={() => remove.mutateAsync(undefined)}
      messageOf={forumFailureOf}
      onClose={onClose}
    >
      {forumMessages.deleting}
    </ConfirmDialog>
  )
}

/** Deletes a post as staff, with a reason. */
function RemoveDialog({ post, onClose }: PostDialogProps) {
  const remove = useDeletePost(post.id)
  const submit = async (form: FormData) => {
    const reason = String(form.get('reason') ?? '').trim()
    if (!reason) return { field: 'reason', error: 'Say why.' }
    await remove.mutateAsync(reason)
    return undefined
  }
  return (
    <FormDialog title="Delete this post?" submit="Delete" onSubmit={submit} failure={forumFailureOf} onClose={onClose}>
      {(errorOf) => (
        <>
          <FormHint>{forumMessages.deleting}</FormHint>
          <StaffReasonField error={errorOf('reason')} />
        </>
      )}
    </FormDialog>
  )
}
