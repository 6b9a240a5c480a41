import { challengeMessages } from '../../lib/messages/challenges.ts'
import { ConfirmRemovalDialog } from '../entries/ConfirmRemovalDialog.tsx'
import { useRemoveEntry } from './queries.ts'

type RemoveEntryDialogProps = {
  challengeId: number
  challengeTitle: string
  sketch: { id: number; title: string }
  onClose: () => void
}

/** Asks artists before their sketch is removed from its challenge. */
export function RemoveEntryDialog({ challengeId, challengeTitle, sketch, onClose }: RemoveEntryDialogProps) {
  const removeEntry = useRemoveEntry({ challengeId, sketchId: sketch.id })
  return (
    <ConfirmRemovalDialog
      sketch={sketch.title}
      from={challengeTitle}
      hint={challengeMessages.removalHint}
      onRemove={() => removeEntry.mutateAsync(undefined)}
      onClose={onClose}
    />
  )
}
