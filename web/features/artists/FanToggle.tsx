import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/messages/errors.ts'
import { useRequireLogin } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useSetFan } from '../users/queries.ts'

type FanToggleProps = { artist: { id: number; nickname: string }; isFan: boolean }

/** Toggles being a fan of an artist in a list; stopping asks first [2 §5]. */
export function FanToggle({ artist: { id, nickname }, isFan }: FanToggleProps) {
  const setFan = useSetFan()
  const requireLogin = useRequireLogin()
  const [asksToStop, setAsksToStop] = useState(false)
  const press = () =>
    requireLogin(() => {
      if (isFan) setAsksToStop(true)
      else setFan.mutate({ user: id, isFan: true }, { onError: toastFailure })
    })
  return (
    <>
      <Button
        icon={UserPlus}
        pressed={isFan}
        busy={setFan.isPending && !asksToStop}
        aria-label={`Fan of ${nickname}`}
        onClick={press}
      >
        Fan
      </Button>
      {asksToStop && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsksToStop(false)}
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
