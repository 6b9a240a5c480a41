import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

/** Asks before unsaved changes are left. */
export function LeaveQuestion({ active }: { active: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [active])
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      isOpen
      onClose={() => blocker.reset()}
      title="Leave without updating?"
      cancelLabel="Stay"
      confirmLabel="Leave"
      onConfirm={() => blocker.proceed()}
    >
      Your changes are not on the site yet. They are kept in this browser until you come back.
    </ConfirmDialog>
  )
}
