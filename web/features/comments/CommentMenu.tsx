import { Flag, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import type { CommentItem } from '../../../contract/http/comments.ts'
import { COMMENT_EDIT_MINUTES } from '../../../contract/limits.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { peopleMessages } from '../../lib/messages/people.ts'
import { sketchMessages } from '../../lib/messages/sketch.ts'
import { toast } from '../../lib/toast.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { MoreMenu } from '../../ui/Menu.tsx'
import { AuthorReasonDialog } from '../staff/AuthorReasonDialog.tsx'
import styles from './CommentRow.module.css'
import { type CommentTarget, useDeleteComment, useReportComment } from './queries.ts'
import { useFocusAfterDelete } from './useFocusAfterDelete.ts'

type CommentMenuProps = { comment: CommentItem; target: CommentTarget; user: CurrentUser; onEdit: () => void }

/** Menu of a comment: edit (its author, for 15 minutes), delete, report. */
export function CommentMenu({ comment, target, user, onEdit }: CommentMenuProps) {
  const remove = useDeleteComment(target, comment.id)
  const report = useReportComment()
  const [isConfirming, setConfirming] = useState(false)
  useFocusAfterDelete(comment.id, isConfirming)
  const isOwn = comment.userId === user.id
  const isEditable = isOwn && Date.now() - fromWireTime(comment.date) < COMMENT_EDIT_MINUTES * 60_000
  const asStaff = (user.gloperator || user.flags.includes('g')) && !isOwn
  const sendReport = () =>
    report.mutate(comment.id, {
      onSuccess: () => toast(peopleMessages.reported),
      onError: (error) => toastFailure(peopleMessages.reportFailed(error)),
    })
  const items = [
    ...(isEditable ? [{ label: 'Edit', icon: Pencil, onAction: onEdit }] : []),
    ...(comment.canDelete ? [{ label: 'Delete', icon: Trash2, onAction: () => setConfirming(true) }] : []),
    ...(isOwn ? [] : [{ label: 'Report', icon: Flag, onAction: sendReport }]),
  ]
  const label = `More actions for the comment by ${comment.nickname}`
  return (
    <>
      <MoreMenu items={items} label={label} className={styles.more} />
      {isConfirming && asStaff && (
        <AuthorReasonDialog
          title="Delete this comment?"
          author={comment.nickname}
          onReason={(why) => remove.mutateAsync(why)}
          failure={(error) => sketchMessages.deleteCommentFailed(messageOf(error))}
          onClose={() => setConfirming(false)}
        >
          It will be deleted for everyone. This can’t be undone.
        </AuthorReasonDialog>
      )}
      {isConfirming && !asStaff && (
        <ConfirmDialog
          isOpen
          danger
          onClose={() => setConfirming(false)}
          title="Delete this comment?"
          confirmLabel="Delete"
          onConfirm={() => remove.mutateAsync(null)}
          messageOf={(error) => sketchMessages.deleteCommentFailed(messageOf(error))}
        >
          It will be deleted for everyone. This can’t be undone.
        </ConfirmDialog>
      )}
    </>
  )
}
