import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/messages/errors.ts'
import { useOffer } from '../../lib/offers.ts'
import { useRequireLogin, useUser } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { JoinDialog } from '../../ui/JoinDialog.tsx'
import { Link } from '../../ui/Link.tsx'
import { useSetFan } from './queries.ts'

type FanButtonProps = {
  artist: { id: number; nickname: string }
  isFan: boolean
  /** Looks like the main action of the page, unless the viewer is a fan. */
  primary?: boolean
}

/**
 * Toggles being a fan of an artist. Stopping asks first [2 §5]. A visitor gets an explanation, and the offer again after
 * signing in.
 */
export function FanButton({ artist: { id, nickname }, isFan, primary }: FanButtonProps) {
  const user = useUser()
  const setFan = useSetFan()
  const [dialog, setDialog] = useState<'join' | 'offer' | 'stop' | null>(null)
  const requireLogin = useRequireLogin(() => setDialog('join'))
  useOffer('fan', () => user?.id !== id && !isFan && setDialog('offer'))
  const close = () => setDialog(null)
  const press = () =>
    requireLogin(() => {
      if (isFan) setDialog('stop')
      else setFan.mutate({ user: id, isFan: true }, { onError: toastFailure })
    })
  const explanation = (
    <p>
      New sketches by {nickname} will appear under New from artists. It’s free, and you can stop at any time.{' '}
      <Link to="/how-hearts-work#fans">How fans work</Link>
    </p>
  )
  return (
    <>
      <Button
        variant={primary && !isFan ? 'primary' : 'normal'}
        icon={UserPlus}
        pressed={isFan}
        busy={setFan.isPending && dialog === null}
        onClick={press}
      >
        Fan
      </Button>
      {dialog === 'join' && (
        <JoinDialog title={`Become a fan of ${nickname}?`} offer="fan" onClose={close}>
          {explanation}
        </JoinDialog>
      )}
      {dialog === 'offer' && (
        <ConfirmDialog
          onClose={close}
          title={`Become a fan of ${nickname}?`}
          confirmLabel="Become a fan"
          onConfirm={() => setFan.mutateAsync({ user: id, isFan: true })}
          messageOf={messageOf}
        >
          {explanation}
        </ConfirmDialog>
      )}
      {dialog === 'stop' && (
        <ConfirmDialog
          onClose={close}
          title={`Stop being a fan of ${nickname}?`}
          confirmLabel="Stop"
          onConfirm={() => setFan.mutateAsync({ user: id, isFan: false })}
          messageOf={messageOf}
        >
          Their new sketches will no longer appear in your feed.
        </ConfirmDialog>
      )}
    </>
  )
}
