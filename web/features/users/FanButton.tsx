import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/messages/errors.ts'
import { useOffer } from '../../lib/offers.ts'
import { useRequireLogin, useUser } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { JoinDialog } from '../../ui/JoinDialog.tsx'
import { Link } from '../../ui/Link.tsx'
import { FanNotifyDialog, offerNotifications } from './FanNotifyDialog.tsx'
import { useSetFan } from './queries.ts'
import { StopFanDialog } from './StopFanDialog.tsx'

type FanButtonProps = {
  artist: { id: number; nickname: string }
  /** Undefined while it loads. */
  isFan: boolean | undefined
  /** Looks like the main action of the page, unless the viewer is a fan. */
  primary?: boolean
  /** In a list, the button names its artist to screen readers. */
  inList?: boolean
  /** Shows only an icon, for cards in a list. */
  compact?: boolean
  /** Called after the member has become a fan, or stopped. */
  onChange?: () => void
}

/**
 * Toggles being a fan of an artist. Stopping asks first [2 §5]. A visitor gets an explanation, and the offer again
 * after signing in.
 */
export function FanButton({ artist: { id, nickname }, isFan, primary, inList, compact, onChange }: FanButtonProps) {
  const user = useUser()
  const setFan = useSetFan()
  const [dialog, setDialog] = useState<'join' | 'offer' | 'stop' | 'notify' | null>(null)
  const requireLogin = useRequireLogin(() => setDialog('join'))
  const offer = `fan-${id}` as const
  useOffer(offer, () => user?.id !== id && !isFan && setDialog('offer'), isFan !== undefined)
  const close = () => setDialog(null)
  const change = async (isFanNow: boolean) => {
    await setFan.mutateAsync({ user: id, isFan: isFanNow })
    if (isFanNow) offerNotifications(nickname, () => setDialog('notify'))
    onChange?.()
  }
  const press = () =>
    requireLogin(() => {
      if (isFan) setDialog('stop')
      else change(true).catch(toastFailure)
    })
  const button = {
    icon: UserPlus,
    pressed: isFan ?? false,
    busy: setFan.isPending && dialog === null,
    onClick: press,
  }
  const explanation = (
    <p>
      New sketches by {nickname} will appear under New from artists. It’s free, and you can stop at any time.{' '}
      <Link to="/how-hearts-work#fans">How fans work</Link>
    </p>
  )
  return (
    <>
      {compact ? (
        <IconButton {...button} aria-label={`Fan of ${nickname}`} />
      ) : (
        <Button
          {...button}
          variant={primary && !isFan ? 'primary' : 'normal'}
          aria-label={inList ? `Fan of ${nickname}` : undefined}
        >
          Fan
        </Button>
      )}
      {dialog === 'join' && (
        <JoinDialog title={`Become a fan of ${nickname}?`} offer={offer} onClose={close}>
          {explanation}
        </JoinDialog>
      )}
      {dialog === 'offer' && (
        <ConfirmDialog
          onClose={close}
          title={`Become a fan of ${nickname}?`}
          confirmLabel="Become a fan"
          onConfirm={() => change(true)}
          messageOf={messageOf}
        >
          {explanation}
        </ConfirmDialog>
      )}
      {dialog === 'notify' && <FanNotifyDialog artist={{ id, nickname }} onClose={close} />}
      {dialog === 'stop' && <StopFanDialog nickname={nickname} onStop={() => change(false)} onClose={close} />}
    </>
  )
}
