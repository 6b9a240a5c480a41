import { compoMessages } from '../../lib/messages/compos.ts'
import { ConfirmRemovalDialog } from '../entries/ConfirmRemovalDialog.tsx'
import { useRemoveFromCompo } from './queries.ts'

type RemoveFromCompoDialogProps = {
  compo: { key: string; title: string }
  sketch: { id: number; title: string }
  onClose: () => void
}

/** Asks artists before their sketch is removed from its compo. */
export function RemoveFromCompoDialog({ compo, sketch, onClose }: RemoveFromCompoDialogProps) {
  const removeFromCompo = useRemoveFromCompo({ compoKey: compo.key, sketchId: sketch.id })
  return (
    <ConfirmRemovalDialog
      sketch={sketch.title}
      from={compo.title}
      hint={compoMessages.removalHint}
      onRemove={() => removeFromCompo.mutateAsync(undefined)}
      onClose={onClose}
    />
  )
}
