import { challengeMessages } from '../../lib/messages/challenges.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { NewEntry } from './upload-queue.ts'

type EnterOnPostDialogProps = { newEntries: readonly NewEntry[]; onConfirm: () => void; onClose: () => void }

/** Asks once before pictures are posted into challenges [1 §5]. */
export function EnterOnPostDialog({ newEntries, onConfirm, onClose }: EnterOnPostDialogProps) {
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={challengeMessages.enterTitle(newEntries)}
      confirmLabel="Post and enter"
      onConfirm={onConfirm}
    >
      {newEntries.length > 1 ? challengeMessages.entriesHint : challengeMessages.entryHint}
    </ConfirmDialog>
  )
}
