import { Suspense, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { lazyPart } from '../../ui/lazy-part.tsx'

const ConfirmDialog = lazyPart(async () => ({ default: (await import('../../ui/ConfirmDialog.tsx')).ConfirmDialog }))

/** Asks before changes that are not on the site yet are left behind. */
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
    <Suspense>
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
    </Suspense>
  )
}
