import { useNavigate } from 'react-router'
import type { RuleAndReason } from '../../../contract/http/rules.ts'
import type { ShownStream } from '../../../contract/http/streams.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { ifAppealed } from '../../lib/messages/staff.ts'
import { streamMessages } from '../../lib/messages/streams.ts'
import { useUser } from '../../lib/session.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { AuthorReasonDialog } from '../staff/AuthorReasonDialog.tsx'
import { StaffReasonDialog } from '../staff/StaffReasonDialog.tsx'
import { EditStreamDialog } from './EditStreamDialog.tsx'
import { useDecideReplay, useEndStream, useHideReplay, useUnannounceStream } from './queries.ts'
import { ReportStreamDialog } from './ReportStreamDialog.tsx'
import type { StreamAction } from './stream-actions.ts'

export type DialogAction = Exclude<StreamAction, 'link'>

type StreamActionDialogProps = {
  dialog: DialogAction
  stream: ShownStream
  /** Milliseconds from the start of the stream to the picture that was shown when the dialog opened, if one was. */
  shownMs: number | undefined
  onClose: () => void
}

/** Dialog of an action on a stream. */
export function StreamActionDialog({ dialog, stream, shownMs, onClose }: StreamActionDialogProps) {
  const decide = useDecideReplay()
  const { id, title } = stream
  if (dialog === 'edit') return <EditStreamDialog stream={stream} onClose={onClose} />
  if (dialog === 'report') return <ReportStreamDialog {...{ stream, shownMs, onClose }} />
  if (dialog === 'remove') {
    return (
      <ConfirmDialog
        isOpen
        danger
        onClose={onClose}
        title={`Delete the replay of ${title}?`}
        confirmLabel="Delete"
        onConfirm={() => decide.mutateAsync({ id, keep: false })}
        messageOf={messageOf}
      >
        {streamMessages.deleteRecording}
      </ConfirmDialog>
    )
  }
  return <StaffAction action={dialog} stream={stream} onClose={onClose} />
}

type StaffActionProps = { action: 'end' | 'cancel' | 'hide' | 'show'; stream: ShownStream; onClose: () => void }

/**
 * Dialog for an action of staff; asks for the reason, which the artist reads; if the replay is shown again, after an
 * appeal.
 */
function StaffAction({ action, stream: { id, userId, userNickname, title }, onClose }: StaffActionProps) {
  const user = useUser()
  const end = useEndStream()
  const cancel = useUnannounceStream()
  const hide = useHideReplay()
  const navigate = useNavigate()
  const { heading, submit, hint } = {
    end: { heading: `End ${title}`, submit: 'End stream', hint: streamMessages.endingAsStaff },
    cancel: { heading: `Cancel ${title}`, submit: 'Cancel stream', hint: streamMessages.cancellingAsStaff },
    hide: { heading: `Hide ${title}`, submit: 'Hide', hint: streamMessages.hidingReplay },
    show: { heading: `Show ${title} again`, submit: 'Show', hint: streamMessages.showingReplay },
  }[action]
  const send = async (why: RuleAndReason) => {
    if (action === 'end') await end.mutateAsync({ id, ...why })
    else if (action !== 'cancel') await hide.mutateAsync({ id, hidden: action === 'hide', ...why })
    else {
      await cancel.mutateAsync({ id, ...why })
      await navigate('/streams')
    }
  }
  const dialog = { title: heading, submit, failure: messageOf, onClose }
  const isOwn = userId === user?.id
  if (action === 'show' || isOwn)
    return (
      <StaffReasonDialog
        {...dialog}
        reader={isOwn ? null : ifAppealed(userNickname)}
        onReason={(reason) => send({ rule: null, reason })}
      >
        {hint}
      </StaffReasonDialog>
    )
  return (
    <AuthorReasonDialog {...dialog} author={userNickname} onReason={send}>
      {hint}
    </AuthorReasonDialog>
  )
}
