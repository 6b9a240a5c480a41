import { chatMessages } from '../../../lib/messages/chat.ts'
import { messageOf } from '../../../lib/messages/errors.ts'
import { REASON_MISSING } from '../../../lib/messages/staff.ts'
import { toast } from '../../../lib/toast.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { FormDialog, FormHint } from '../../../ui/FormDialog.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { StaffReasonDialog } from '../../staff/StaffReasonDialog.tsx'
import { StaffReasonField } from '../../staff/StaffReasonField.tsx'
import { useHandOver, useModerate } from '../queries.ts'
import { MuteDialog } from './MuteDialog.tsx'
import type { MemberAct } from './member-acts.ts'

const BanDialog = lazyComponent(() => import('../../bans/BanDialog.tsx'), 'BanDialog')

type MemberDialogProps = {
  act: MemberAct
  channel: string
  userId: number
  nickname: string
  /** The reason is required. */
  asStaff: boolean
  onClose: () => void
}

/** Dialog of an act of moderators that concerns a member of the room. */
export function MemberDialog({ act, ...props }: MemberDialogProps) {
  switch (act) {
    case 'mute':
      return <MuteDialog {...props} />
    case 'ban':
      return <BanDialog {...props} />
    case 'exclude':
      return <ExcludeDialog {...props} />
    case 'clear':
      return <ClearDialog {...props} />
    case 'appoint':
      return <AppointDialog {...props} />
    case 'offer':
      return <OfferDialog {...props} />
  }
}

type ActProps = Omit<MemberDialogProps, 'act'>

function ClearDialog({ channel, userId, nickname, asStaff, onClose }: ActProps) {
  const moderate = useModerate()
  const title = `Clear messages by ${nickname}?`
  const hint = `All messages by ${nickname} in this room will be deleted for everyone. This can’t be undone.`
  const clear = (reason: string) => moderate.mutateAsync({ action: 'clear', channel, userId, reason })
  if (asStaff)
    return (
      <StaffReasonDialog title={title} submit="Clear" onReason={clear} failure={messageOf} onClose={onClose}>
        {hint}
      </StaffReasonDialog>
    )
  return (
    <ConfirmDialog
      isOpen
      danger
      onClose={onClose}
      title={title}
      confirmLabel="Clear"
      onConfirm={() => clear('')}
      messageOf={messageOf}
    >
      {hint}
    </ConfirmDialog>
  )
}

function ExcludeDialog({ channel, userId, nickname, asStaff, onClose }: ActProps) {
  const moderate = useModerate()
  const exclude = async (form: FormData) => {
    const reason = String(form.get('reason') ?? '').trim()
    if (asStaff && !reason) return { field: 'reason', error: REASON_MISSING }
    await moderate.mutateAsync({ action: 'exclude', channel, userId, reason })
    toast(`${nickname} is shut out`)
    return undefined
  }
  return (
    <FormDialog
      title={`Shut ${nickname} out of this room?`}
      submit="Shut out"
      onSubmit={exclude}
      failure={messageOf}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <FormHint>{chatMessages.excluding}</FormHint>
          <StaffReasonField error={errorOf('reason')} isOptional={!asStaff} />
        </>
      )}
    </FormDialog>
  )
}

function AppointDialog({ channel, userId, nickname, onClose }: ActProps) {
  const moderate = useModerate()
  const appoint = async () => {
    await moderate.mutateAsync({ action: 'appoint', channel, userId })
    toast(`${nickname} is a helper now`)
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Make ${nickname} a helper?`}
      confirmLabel="Make helper"
      onConfirm={appoint}
      messageOf={messageOf}
    >
      {chatMessages.appointing}
    </ConfirmDialog>
  )
}

function OfferDialog({ channel, userId, nickname, onClose }: ActProps) {
  const handOver = useHandOver()
  const offer = async () => {
    await handOver.mutateAsync({ action: 'offer', channel, userId })
    toast(`${nickname} can accept the room now`)
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Hand this room over to ${nickname}?`}
      confirmLabel="Offer the room"
      onConfirm={offer}
      messageOf={messageOf}
    >
      {chatMessages.offering}
    </ConfirmDialog>
  )
}
