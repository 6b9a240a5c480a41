import { Trophy } from 'lucide-react'
import { useState } from 'react'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { Button } from '../../ui/Button.tsx'
import { useFocusHeadingAfterClose } from '../../ui/focus.ts'
import { RemoveFromCompoDialog } from './RemoveFromCompoDialog.tsx'

/** Button with which staff remove a sketch from its compo before the close; nothing for a sketch in none. */
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
      {compo && <RemoveFromCompoDialog compo={compo} sketch={sketch} asStaff onClose={() => setCompo(undefined)} />}
    </>
  )
}
