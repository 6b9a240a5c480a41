import { Ban, Flag, Gavel, Radio, UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import type { ShownProfile } from '../../../contract/http/users.ts'
import { signInAddress } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { MoreMenu } from '../../ui/Menu.tsx'
import styles from './ProfileActions.module.css'
import type { Asking } from './ProfileDialogs.tsx'
import { ProfileDialogs } from './ProfileDialogs.tsx'
import { useSetBlocked, useSetFan, useSetFanNotification } from './queries.ts'

/** Becoming a fan, and what else there is to do about a member; what takes something away is asked for first [2 §5]. */
export function ProfileActions({ profile, user }: { profile: ShownProfile; user: CurrentUser | null }) {
  const [asking, setAsking] = useState<Asking | null>(null)
  const setFan = useSetFan()
  const setBlocked = useSetBlocked(profile.id)
  const setNotification = useSetFanNotification(profile.id)
  const { id, isFanOf, notify, blocking } = profile
  if (!user) {
    return (
      <div className={styles.actions}>
        <ButtonLink href={signInAddress()} variant="primary" icon={UserPlus}>
          Fan
        </ButtonLink>
      </div>
    )
  }
  const unblock = () => setBlocked.mutate(false, { onError: toastFailure })
  const block = blocking
    ? { label: 'Unblock', icon: Ban, onAction: unblock }
    : { label: 'Block', icon: Ban, onAction: () => setAsking('block') }
  const streams = notify && {
    label: notify.stream ? 'Do not tell me of streams' : 'Tell me of streams',
    icon: Radio,
    onAction: () => setNotification.mutate({ which: 'stream', value: !notify.stream }),
  }
  const report = { label: 'Report', icon: Flag, onAction: () => setAsking('report') }
  const ban = { label: 'Ban or warn', icon: Gavel, onAction: () => setAsking('ban') }
  return (
    <div className={styles.actions}>
      <Button
        variant={isFanOf ? 'normal' : 'primary'}
        icon={UserPlus}
        pressed={isFanOf}
        busy={setFan.isPending}
        onClick={() =>
          isFanOf ? setAsking('unfan') : setFan.mutate({ user: id, isFan: true }, { onError: toastFailure })
        }
      >
        Fan
      </Button>
      <MoreMenu items={[...(streams ? [streams] : []), block, report, ...(user.gloperator ? [ban] : [])]} bordered />
      {asking && <ProfileDialogs asking={asking} profile={profile} onClose={() => setAsking(null)} />}
    </div>
  )
}
