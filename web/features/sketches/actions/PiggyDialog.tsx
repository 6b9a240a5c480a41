import { toast } from '../../../lib/toast.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { useRate } from '../queries.ts'
import type { EntryDialogProps } from './entry.ts'

/** Asks before a sketch is called poor. */
export function PiggyDialog({ sketch, onClose }: EntryDialogProps) {
  const rate = useRate(sketch.id)
  const confirm = async () => {
    await rate.mutateAsync('piggy')
    toast('Rated piggy')
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Rate this sketch piggy?"
      confirmLabel="Rate piggy"
      onConfirm={confirm}
    >
      Piggy says that a sketch is poor. Staff alone see it, and you can change it at any time.
    </ConfirmDialog>
  )
}
