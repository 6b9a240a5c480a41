import { type ReactNode, useRef } from 'react'
import { useBlocker } from 'react-router'
import { useLeaveWarning } from '../lib/leave-warning.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type LeaveDialogProps = {
  isActive: boolean
  title: string
  cancelLabel?: string
  children: ReactNode
}

/** Dialog that asks before the page is left while `isActive`. The browser asks before the tab is closed or reloaded. */
export function LeaveDialog({ isActive, title, cancelLabel, children }: LeaveDialogProps) {
  useLeaveWarning(isActive)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isActive && currentLocation.pathname !== nextLocation.pathname,
  )
  // The dialog closes itself after Leave. A reset then would block a step of the browser's Back button again.
  const left = useRef<typeof blocker>(null)
  if (blocker.state !== 'blocked') return null
  const leave = () => {
    left.current = blocker
    blocker.proceed()
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={() => left.current !== blocker && blocker.reset()}
      title={title}
      cancelLabel={cancelLabel}
      confirmLabel="Leave"
      onConfirm={leave}
    >
      {children}
    </ConfirmDialog>
  )
}
