import { Flag, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import type { ForumPost } from '../../../contract/http/forum.ts'
import { COMMENT_EDIT_MINUTES } from '../../../contract/limits.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { forumFailureOf, forumMessages } from '../../lib/messages/forum.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { MoreMenu } from '../../ui/Menu.tsx'
import { ReportDialog } from '../../ui/ReportDialog.tsx'
import { AuthorReasonDialog } from '../staff/AuthorReasonDialog.tsx'
import { useDeletePost, useReportPost } from './queries.ts'

type PostMenuProps = { post: ForumPost; user: CurrentUser; className: string | undefined; onEdit: () => void }

/** Menu of a post: edit (for its author, for 15 minutes), delete and report. */
export function PostMenu({ post, user, className, onEdit }: PostMenuProps) {
  const [dialog, setDialog] = useState<'delete' | 'report' | null>(null)
  const isOwn = post.user.id === user.id
  const isEditable = isOwn && Date.now() - fromWireTime(post.date) < COMMENT_EDIT_MINUTES * 60_000
  const items = [
    ...(isEditable ? [{ label: 'Edit', icon: Pencil, onAction: onEdit }] : []),
    ...(post.canDelete ? [{ label: 'Delete', icon: Trash2, onAction: () => setDialog('delete') }] : []),
    ...(isOwn ? [] : [{ label: 'Report', icon: Flag, onAction: () => setDialog('report') }]),
  ]
  if (items.length === 0) return null
  const close = () => setDialog(null)
  const DeletionDialog = isOwn ? DeleteDialog : RemoveDialog
  return (
    <>
      <MoreMenu items={items} label={`More actions for post ${post.number}`} className={className} />
      {dialog === 'delete' && <DeletionDialog post={post} onClose={close} />}
      {dialog === 'report' && <ReportPostDialog post={post} onClose={close} />}
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

/** Dialog in which staff delete a post with a reason. */
function RemoveDialog({ post, onClose }: PostDialogProps) {
  const remove = useDeletePost(post.id)
  return (
    <AuthorReasonDialog
      title="Delete this post?"
      author={post.user.nickname}
      onReason={(why) => remove.mutateAsync(why)}
      failure={forumFailureOf}
      onClose={onClose}
    >
      {forumMessages.deleting}
    </AuthorReasonDialog>
  )
}

function ReportPostDialog({ post, onClose }: PostDialogProps) {
  const report = useReportPost(post.id)
  return (
    <ReportDialog
      title="Report this post?"
      hint={forumMessages.reporting}
      onReport={report.mutateAsync}
      onClose={onClose}
    />
  )
}
