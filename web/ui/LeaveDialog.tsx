import type { ReactNode } from 'react'
import { useBlocker } from 'react-router'
import { useLeaveWarning } from '../lib/leave-warning.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type LeaveDialogProps = {
  isActive: boolean
  title: string
  cancelLabel?: string
  children: ReactNode
}

/** Asks before the page is left while it is active; its browser asks before it is closed or reloaded. */
export function LeaveDialog({ isActive, title, cancelLabel, children }: LeaveDialogProps) {
  useLeaveWarning(isActive)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isActive && currentLocation.pathname !== nextLocation.pathname,
  )
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      isOpen
      onClose={() => blocker.reset()}
      title={title}
      cancelLabel={cancelLabel}
      confirmLabel="Leave"
      onConfirm={() => blocker.proceed()}
    >
      {children}
    </ConfirmDialog>
  )
}
