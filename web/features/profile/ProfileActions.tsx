import { useQueryClient } from '@tanstack/react-query'
import { Ban, Ellipsis, UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CurrentUser } from '../../../contract/http/session.ts'
import type { ShownProfile } from '../../../contract/http/user.ts'
import { peopleMessages } from '../../lib/messages/people.ts'
import { messageOf } from '../../lib/messages.ts'
import { signInAddress } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { show } from '../../ui/toast.ts'
import styles from './ProfileActions.module.css'
import { setBlocked, setFan } from './queries.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('../../ui/ConfirmDialog.tsx')).ConfirmDialog }))
const MoreMenu = lazy(async () => ({ default: (await import('../../ui/MoreMenu.tsx')).MoreMenu }))

/** Becoming a fan, and blocking; what takes something away is asked for first [2 §5]. */
export function ProfileActions({ profile, user }: { profile: ShownProfile; user: CurrentUser | null }) {
  const client = useQueryClient()
  const [asking, setAsking] = useState<'unfan' | 'block' | null>(null)
  const [busy, setBusy] = useState(false)
  const { id, nickname, isFanOf, blocking } = profile
  if (!user) {
    return (
      <div className={styles.actions}>
        <ButtonLink href={signInAddress()} variant="primary" icon={UserPlus}>
          Fan
        </ButtonLink>
      </div>
    )
  }
  const becomeFan = async () => {
    setBusy(true)
    await setFan(client, id, true).catch((error) => show(messageOf(error), { kind: 'error' }))
    setBusy(false)
  }
  const unblock = () => setBlocked(client, id, false).catch((error) => show(messageOf(error), { kind: 'error' }))
  const block = blocking
    ? { label: 'Unblock', icon: Ban, onAction: () => void unblock() }
    : { label: 'Block', icon: Ban, onAction: () => setAsking('block') }
  return (
    <div className={styles.actions}>
      <Button
        variant={isFanOf ? 'normal' : 'primary'}
        icon={UserPlus}
        pressed={isFanOf}
        busy={busy}
        onClick={() => (isFanOf ? setAsking('unfan') : void becomeFan())}
      >
        Fan
      </Button>
      <Suspense fallback={<IconButton icon={Ellipsis} aria-label="More" bordered disabled />}>
        <MoreMenu items={[block]} bordered />
      </Suspense>
      <Suspense>
        {asking === 'unfan' && (
          <ConfirmDialog
            isOpen
            onClose={() => setAsking(null)}
            title={`Stop being a fan of ${nickname}?`}
            confirmLabel="Stop"
            onConfirm={() => setFan(client, id, false)}
            messageOf={messageOf}
          >
            What they post is no longer among what you follow.
          </ConfirmDialog>
        )}
        {asking === 'block' && (
          <ConfirmDialog
            isOpen
            danger
            onClose={() => setAsking(null)}
            title={`Block ${nickname}?`}
            confirmLabel="Block"
            onConfirm={() => setBlocked(client, id, true)}
            messageOf={messageOf}
          >
            {peopleMessages.blocking}
          </ConfirmDialog>
        )}
      </Suspense>
    </div>
  )
}
