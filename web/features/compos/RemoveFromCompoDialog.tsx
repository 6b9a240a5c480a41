import { compoMessages } from '../../lib/messages/compos.ts'
import { ConfirmRemovalDialog } from '../entries/ConfirmRemovalDialog.tsx'
import { useRemoveFromCompo } from './queries.ts'

type RemoveFromCompoDialogProps = {
  compo: { key: string; title: string }
  sketch: { id: number; title: string }
  asStaff?: boolean
  onClose: () => void
}

/** Asks before a sketch is removed from its compo. */
export function RemoveFromCompoDialog({ compo, sketch, asStaff, onClose }: RemoveFromCompoDialogProps) {
  const removeFromCompo = useRemoveFromCompo({ compoKey: compo.key, sketchId: sketch.id })
  return (
    <ConfirmRemovalDialog
      sketch={sketch.title}
      from={compo.title}
      hint={asStaff ? compoMessages.staffRemovalHint : compoMessages.removalHint}
      asStaff={asStaff}
      reader="The artist"
      onRemove={removeFromCompo.mutateAsync}
      onClose={onClose}
    />
  )
}
