import { Flag, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import type { ForumPost } from '../../../contract/http/forum.ts'
import { COMMENT_EDIT_MINUTES, REPORT_DETAILS_MAX } from '../../../contract/limits.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { forumFailureOf, forumMessages } from '../../lib/messages/forum.ts'
import { peopleMessages } from '../../lib/messages/people.ts'
import { toast } from '../../lib/toast.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { MoreMenu } from '../../ui/Menu.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { StaffReasonDialog } from '../staff/StaffReasonDialog.tsx'
import { useDeletePost, useReportPost } from './queries.ts'

type PostMenuProps = { post: ForumPost; user: CurrentUser; className: string | undefined; onEdit: () => void }

/** Menu of a post: edit (its author, for 15 minutes), delete, report. */
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
      {dialog === 'report' && <ReportDialog post={post} onClose={close} />}
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
  return (
    <StaffReasonDialog
      title="Delete this post?"
      onReason={(reason) => remove.mutateAsync(reason)}
      failure={forumFailureOf}
      onClose={onClose}
    >
      {forumMessages.deleting}
    </StaffReasonDialog>
  )
}

function ReportDialog({ post, onClose }: PostDialogProps) {
  const report = useReportPost(post.id)
  const submit = async (form: FormData) => {
    await report.mutateAsync(String(form.get('details') ?? '').trim())
    toast(peopleMessages.reported)
    return undefined
  }
  return (
    <FormDialog
      title="Report this post?"
      submit="Report"
      onSubmit={submit}
      failure={peopleMessages.reportFailed}
      onClose={onClose}
    >
      <FormHint>{forumMessages.reporting}</FormHint>
      <TextField multiline name="details" label="What’s wrong? (optional)" maxLength={REPORT_DETAILS_MAX} />
    </FormDialog>
  )
}
