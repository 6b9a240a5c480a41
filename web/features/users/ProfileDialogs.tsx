import type { ShownProfile } from '../../../contract/http/users.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { peopleMessages } from '../../lib/messages/people.ts'
import { toast } from '../../lib/toast.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { BanDialog } from '../bans/BanDialog.tsx'
import { useReportMember, useSetBlocked, useSetFan } from './queries.ts'

/** The questions about a member. */
export type Asking = 'unfan' | 'block' | 'report' | 'ban'

type ProfileDialogsProps = { asking: Asking; profile: ShownProfile; onClose: () => void }

/** The question that is open on a profile. */
export function ProfileDialogs({ asking, profile: { id, nickname }, onClose }: ProfileDialogsProps) {
  const setFan = useSetFan()
  const setBlocked = useSetBlocked(id)
  const reportMember = useReportMember()
  const asked = { onClose, messageOf }
  const report = async () => {
    await reportMember.mutateAsync(id)
    toast(peopleMessages.reported)
  }
  if (asking === 'ban') return <BanDialog userId={id} nickname={nickname} onClose={onClose} />
  if (asking === 'unfan') {
    return (
      <ConfirmDialog
        {...asked}
        title={`Stop being a fan of ${nickname}?`}
        confirmLabel="Stop"
        onConfirm={() => setFan.mutateAsync({ user: id, isFan: false })}
      >
        What they post is no longer among what you follow.
      </ConfirmDialog>
    )
  }
  if (asking === 'block') {
    return (
      <ConfirmDialog
        {...asked}
        danger
        title={`Block ${nickname}?`}
        confirmLabel="Block"
        onConfirm={() => setBlocked.mutateAsync(true)}
      >
        {peopleMessages.blocking}
      </ConfirmDialog>
    )
  }
  return (
    <ConfirmDialog
      {...asked}
      title={`Report ${nickname}?`}
      confirmLabel="Report"
      onConfirm={report}
      messageOf={peopleMessages.reportFailed}
    >
      A gloperator will look at their profile.
    </ConfirmDialog>
  )
}
