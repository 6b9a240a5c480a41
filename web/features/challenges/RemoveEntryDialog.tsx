import { challengeMessages } from '../../lib/messages/challenges.ts'
import { ConfirmRemovalDialog } from '../entries/ConfirmRemovalDialog.tsx'
import { useRemoveEntry } from './queries.ts'

type RemoveEntryDialogProps = {
  challengeId: number
  challengeTitle: string
  sketch: { id: number; title: string }
  asStaff?: boolean
  onClose: () => void
}

/** Asks before a sketch is removed from its challenge. */
export function RemoveEntryDialog(props: RemoveEntryDialogProps) {
  const { challengeId, challengeTitle, sketch, asStaff, onClose } = props
  const removeEntry = useRemoveEntry({ challengeId, sketchId: sketch.id })
  return (
    <ConfirmRemovalDialog
      sketch={sketch.title}
      from={challengeTitle}
      hint={challengeMessages.removalHint}
      asStaff={asStaff}
      onRemove={removeEntry.mutateAsync}
      onClose={onClose}
    />
  )
}
