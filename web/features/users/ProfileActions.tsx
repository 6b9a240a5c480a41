import { Ban, Bell, Flag, Gavel, KeyRound, Mail, UserPen, VenetianMask } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import type { ShownProfile } from '../../../contract/http/users.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { peopleMessages } from '../../lib/messages/people.ts'
import { toast, toastFailure } from '../../lib/toast.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { MoreMenu } from '../../ui/Menu.tsx'
import { BanDialog } from '../bans/BanDialog.tsx'
import { FanButton } from './FanButton.tsx'
import { FanNotifyDialog } from './FanNotifyDialog.tsx'
import styles from './ProfileActions.module.css'
import { useReportMember, useSetBlocked } from './queries.ts'

const RolesDialog = lazyComponent(() => import('../staff/RolesDialog.tsx'), 'RolesDialog')
const ImpersonateDialog = lazyComponent(() => import('../staff/ImpersonateDialog.tsx'), 'ImpersonateDialog')

/** Fan button and menu of a profile; actions that take something away ask first [2 §5]. */
export function ProfileActions({ profile, user }: { profile: ShownProfile; user: CurrentUser | null }) {
  const [dialog, setDialog] = useState<ProfileDialog | null>(null)
  const navigate = useNavigate()
  const setBlocked = useSetBlocked(profile.id)
  const { isFanOf, notify, blocking } = profile
  const unblock = () => setBlocked.mutate(false, { onError: toastFailure })
  const block = blocking
    ? { label: 'Unblock', icon: Ban, onAction: unblock }
    : { label: 'Block', icon: Ban, onAction: () => setDialog('block') }
  const notifications = { label: 'Notifications', icon: Bell, onAction: () => setDialog('notify') }
  const report = { label: 'Report', icon: Flag, onAction: () => setDialog('report') }
  const staffActions = [
    { label: 'Edit profile', icon: UserPen, onAction: () => void navigate(`/user/${profile.id}/edit`) },
    { label: 'Ban or warn', icon: Gavel, onAction: () => setDialog('ban') },
    { label: 'Impersonate', icon: VenetianMask, onAction: () => setDialog('impersonate') },
    ...(user?.flags.includes('a') ? [{ label: 'Roles', icon: KeyRound, onAction: () => setDialog('roles') }] : []),
  ]
  return (
    <div className={styles.actions}>
      <FanButton artist={profile} isFan={isFanOf} primary />
      {profile.canMessage && (
        <ButtonLink to={`/message/write/${profile.id}`} icon={Mail}>
          Message
        </ButtonLink>
      )}
      {user && (
        <MoreMenu
          items={[...(notify ? [notifications] : []), block, report, ...(user.gloperator ? staffActions : [])]}
          bordered
        />
      )}
      {dialog && <ProfileDialogs dialog={dialog} profile={profile} onClose={() => setDialog(null)} />}
    </div>
  )
}

type ProfileDialog = 'notify' | 'block' | 'report' | 'ban' | 'impersonate' | 'roles'

type ProfileDialogsProps = { dialog: ProfileDialog; profile: ShownProfile; onClose: () => void }

function ProfileDialogs({ dialog, profile, onClose }: ProfileDialogsProps) {
  const { id, nickname } = profile
  const setBlocked = useSetBlocked(id)
  const reportMember = useReportMember()
  const dialogProps = { onClose, messageOf }
  const report = async () => {
    await reportMember.mutateAsync(id)
    toast(peopleMessages.reported)
  }
  if (dialog === 'notify') return <FanNotifyDialog artist={profile} onClose={onClose} />
  if (dialog === 'ban') return <BanDialog userId={id} nickname={nickname} onClose={onClose} />
  if (dialog === 'impersonate') return <ImpersonateDialog userId={id} nickname={nickname} onClose={onClose} />
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
