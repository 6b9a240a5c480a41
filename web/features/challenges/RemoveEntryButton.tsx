import { Target } from 'lucide-react'
import { useState } from 'react'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { challengeMessages } from '../../lib/messages/challenges.ts'
import { Button } from '../../ui/Button.tsx'
import { useFocusHeadingAfterClose } from '../../ui/focus.ts'
import { StaffRemovalDialog } from '../entries/StaffRemovalDialog.tsx'
import { useRemoveEntry } from './queries.ts'

/** Button with which staff remove a sketch from its challenge [1 §6]; nothing for a sketch in none. */
export function RemoveEntryButton({ sketch }: { sketch: ShownSketch }) {
  // Snapshot for the dialog: the sketch changes before the dialog has closed.
  const [entry, setEntry] = useState<{ challengeId: number; challengeTitle: string }>()
  useFocusHeadingAfterClose(entry !== undefined)
  const { challengeId, challengeTitle } = sketch
  return (
    <>
      {challengeId !== null && (
        <Button icon={Target} onClick={() => setEntry({ challengeId, challengeTitle: challengeTitle ?? '' })}>
          Remove from challenge
        </Button>
      )}
      {entry && <RemoveDialog {...entry} sketch={sketch} onClose={() => setEntry(undefined)} />}
    </>
  )
}

type RemoveDialogProps = { challengeId: number; challengeTitle: string; sketch: ShownSketch; onClose: () => void }

function RemoveDialog({ challengeId, challengeTitle, sketch, onClose }: RemoveDialogProps) {
  const removeEntry = useRemoveEntry({ challengeId, sketchId: sketch.id })
  return (
    <StaffRemovalDialog
      sketch={sketch}
      from={challengeTitle}
      hint={challengeMessages.staffRemovalHint}
      onRemove={removeEntry.mutateAsync}
      onClose={onClose}
    />
  )
}
