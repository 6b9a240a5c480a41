import type { ShownProfile } from '../../../contract/http/users.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { peopleMessages } from '../../lib/messages/people.ts'
import { toast } from '../../lib/toast.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { NominateDialog } from '../awards/NominateDialog.tsx'
import { BanDialog } from '../bans/BanDialog.tsx'
import { ImpersonateDialog } from '../staff/ImpersonateDialog.tsx'
import { MergeDialog } from '../staff/MergeDialog.tsx'
import { RolesDialog } from '../staff/RolesDialog.tsx'
import { FanNotifyDialog } from './FanNotifyDialog.tsx'
import { useReportMember, useSetBlocked } from './queries.ts'

export type ProfileDialog = 'notify' | 'nominate' | 'block' | 'report' | 'ban' | 'impersonate' | 'merge' | 'roles'

type ProfileDialogsProps = { dialog: ProfileDialog; profile: ShownProfile; onClose: () => void }

/** The dialog that an action of a profile opens. */
export function ProfileDialogs({ dialog, profile, onClose }: ProfileDialogsProps) {
  const { id, nickname } = profile
  const setBlocked = useSetBlocked(id)
  const reportMember = useReportMember()
  const dialogProps = { onClose, messageOf }
  const report = async () => {
    await reportMember.mutateAsync(id)
    toast(peopleMessages.reported)
  }
  if (dialog === 'notify') return <FanNotifyDialog artist={profile} onClose={onClose} />
  if (dialog === 'nominate')
    return (
      <NominateDialog
        year={profile.nominationsYear ?? 0}
        nominee={{ kind: 'artist', id, name: nickname }}
        onClose={onClose}
      />
    )
  if (dialog === 'ban') return <BanDialog userId={id} nickname={nickname} onClose={onClose} />
  if (dialog === 'impersonate') return <ImpersonateDialog userId={id} nickname={nickname} onClose={onClose} />
  if (dialog === 'merge') return <MergeDialog userId={id} nickname={nickname} onClose={onClose} />
  if (dialog === 'roles') return <RolesDialog userId={id} nickname={nickname} onClose={onClose} />
  if (dialog === 'block') {
    return (
      <ConfirmDialog
        {...dialogProps}
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
      {...dialogProps}
      title={`Report ${nickname}?`}
      confirmLabel="Report"
      onConfirm={report}
      messageOf={peopleMessages.reportFailed}
    >
      A gloperator will look at their profile.
    </ConfirmDialog>
  )
}
