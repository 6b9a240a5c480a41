import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { streamMessages } from '../../../lib/messages/streams.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'

/** Asks before the page is left, which would cut the stream. */
export function Leaving({ isLive }: { isLive: boolean }) {
  useEffect(() => {
    if (!isLive) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isLive])
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) => isLive && currentLocation.pathname !== nextLocation.pathname,
  )
  if (leaving.state !== 'blocked') return null
  return (
    <ConfirmDialog
      isOpen
      onClose={leaving.reset}
      title="Leave your stream?"
      confirmLabel="Leave"
      onConfirm={leaving.proceed}
    >
      {streamMessages.leave}
    </ConfirmDialog>
  )
}
