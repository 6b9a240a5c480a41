import { Trophy } from 'lucide-react'
import { useState } from 'react'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { compoMessages } from '../../lib/messages/compos.ts'
import { Button } from '../../ui/Button.tsx'
import { useFocusHeadingAfterClose } from '../../ui/focus.ts'
import { StaffRemovalDialog } from '../entries/StaffRemovalDialog.tsx'
import { useRemoveFromCompo } from './queries.ts'

/** Button with which staff remove a sketch from its compo before the close. Renders nothing without a compo. */
export function RemoveFromCompoButton({ sketch }: { sketch: ShownSketch }) {
  // Snapshot for the dialog: the sketch changes before the dialog has closed.
  const [compo, setCompo] = useState<{ key: string; title: string }>()
  useFocusHeadingAfterClose(compo !== undefined)
  const { compoKey, compoTitle, compoState } = sketch
  return (
    <>
      {compoKey !== null && compoState !== 'closed' && (
        <Button icon={Trophy} onClick={() => setCompo({ key: compoKey, title: compoTitle ?? '' })}>
          Remove from compo
        </Button>
      )}
      {compo && <RemoveDialog compo={compo} sketch={sketch} onClose={() => setCompo(undefined)} />}
    </>
  )
}

type RemoveDialogProps = { compo: { key: string; title: string }; sketch: ShownSketch; onClose: () => void }

function RemoveDialog({ compo, sketch, onClose }: RemoveDialogProps) {
  const removeFromCompo = useRemoveFromCompo({ compoKey: compo.key, sketchId: sketch.id })
  return (
    <StaffRemovalDialog
      sketch={sketch}
      from={compo.title}
      hint={compoMessages.staffRemovalHint}
      onRemove={removeFromCompo.mutateAsync}
      onClose={onClose}
    />
  )
}
