import { challengeMessages } from '../../lib/messages/challenges.ts'
import { compoMessages } from '../../lib/messages/compos.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EnterQuestion } from '../entries/EnterQuestion.tsx'
import type { NewEntry } from './upload-queue.ts'

type EnterOnPostDialogProps = { newEntries: readonly NewEntry[]; onConfirm: () => void; onClose: () => void }

/** Asks once before pictures are posted into challenges and compos [1 §5]. */
export function EnterOnPostDialog({ newEntries, onConfirm, onClose }: EnterOnPostDialogProps) {
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={<EnterQuestion entries={newEntries} />}
      confirmLabel="Post and enter"
      onConfirm={onConfirm}
    >
      {hintsOf(newEntries).join(' ')}
    </ConfirmDialog>
  )
}

/** Hints about the challenges and the compos that are entered. */
function hintsOf(newEntries: readonly NewEntry[]): string[] {
  const hintOf = (count: number, { entryHint, entriesHint }: { entryHint: string; entriesHint: string }) =>
    count === 0 ? [] : [count > 1 ? entriesHint : entryHint]
  return [
    ...hintOf(newEntries.filter(({ challenge }) => challenge).length, challengeMessages),
    ...hintOf(newEntries.filter(({ compo }) => compo).length, compoMessages),
  ]
}
