import { useQuery } from '@tanstack/react-query'
import {
  Award,
  Ban,
  Bell,
  ChartLine,
  Flag,
  Gavel,
  KeyRound,
  Mail,
  Merge,
  Settings,
  UserPen,
  VenetianMask,
} from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import type { ShownProfile } from '../../../contract/http/users.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { MoreMenu } from '../../ui/Menu.tsx'
import { staffMemberQuery } from '../staff/queries.ts'
import { FanButton } from './FanButton.tsx'
import styles from './ProfileActions.module.css'
import type { ProfileDialog } from './ProfileDialogs.tsx'
import { useSetBlocked } from './queries.ts'

const ProfileDialogs = lazyComponent(() => import('./ProfileDialogs.tsx'), 'ProfileDialogs')

type ProfileActionsProps = { profile: ShownProfile; user: CurrentUser | null }

/**
 * The main actions of a profile: editing the user's own, their settings and a patron's statistics, or becoming a fan of
 * a member.
 */
export function ProfileActions({ profile, user }: ProfileActionsProps) {
  return (
    <div className={styles.actions}>
      {user?.id === profile.id ? (
        <>
          <ButtonLink to="/editProfile">Edit profile</ButtonLink>
          <ButtonLink to="/editProfile#settings" icon={Settings}>
            Settings
          </ButtonLink>
          {profile.patron && (
            <ButtonLink to={`/stats/${profile.id}`} icon={ChartLine}>
              Statistics
            </ButtonLink>
          )}
        </>
      ) : (
        <MemberActions profile={profile} user={user} />
      )}
    </div>
  )
}

/** Fan button and menu of another member; actions that take something away ask first [2 §5]. */
function MemberActions({ profile, user }: ProfileActionsProps) {
  const [dialog, setDialog] = useState<ProfileDialog | null>(null)
  const navigate = useNavigate()
  const setBlocked = useSetBlocked(profile.id)
  const { isFanOf, notify, blocking } = profile
  const unblock = () => setBlocked.mutate(false, { onError: toastFailure })
  const block = blocking
    ? { label: 'Unblock', icon: Ban, onAction: unblock }
    : { label: 'Block', icon: Ban, onAction: () => setDialog('block') }
  const notifications = { label: 'Notifications', icon: Bell, onAction: () => setDialog('notify') }
  const nominate = { label: 'Nominate for an award', icon: Award, onAction: () => setDialog('nominate') }
  const report = { label: 'Report', icon: Flag, onAction: () => setDialog('report') }
  const statistics = { label: 'Statistics', icon: ChartLine, onAction: () => void navigate(`/stats/${profile.id}`) }
  const { data: account } = useQuery({ ...staffMemberQuery(profile.id), enabled: user?.gloperator === true })
  const staffActions = [
    { act: 'edit', label: 'Edit profile', icon: UserPen, onAction: () => void navigate(`/user/${profile.id}/edit`) },
    { act: 'ban', label: 'Ban or warn', icon: Gavel, onAction: () => setDialog('ban') },
    { act: 'impersonate', label: 'Impersonate', icon: VenetianMask, onAction: () => setDialog('impersonate') },
    { act: 'merge', label: 'Merge to another user', icon: Merge, onAction: () => setDialog('merge') },
    { act: 'setRoles', label: 'Roles', icon: KeyRound, onAction: () => setDialog('roles') },
  ] as const
  // Empty for a member, and until it is known what this member of staff may do here.
  const allowedActions = staffActions.filter(({ act }) => account?.may[act])
  return (
    <>
      <FanButton artist={profile} isFan={isFanOf} primary />
      {profile.canMessage && (
        <ButtonLink to={`/message/write/${profile.id}`} icon={Mail}>
          Message
        </ButtonLink>
      )}
      {user && (
        <MoreMenu
          items={[
            ...(notify ? [notifications] : []),
            ...(profile.nominationsYear === null ? [] : [nominate]),
            block,
            report,
            ...(user.gloperator ? [statistics] : []),
            ...allowedActions,
          ]}
          bordered
        />
      )}
      {dialog && <ProfileDialogs dialog={dialog} profile={profile} onClose={() => setDialog(null)} />}
    </>
  )
}
