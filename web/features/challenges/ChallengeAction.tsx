import { Target } from 'lucide-react'
import { useState } from 'react'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { Button } from '../../ui/Button.tsx'
import { useFocusHeadingAfterClose } from '../../ui/focus.ts'
import { EnterLatestDialog } from './EnterLatestDialog.tsx'
import { RemoveEntryDialog } from './RemoveEntryDialog.tsx'

type ChallengeActionProps = {
  sketch: ShownSketch
  /** Staff can only remove someone else's sketch. */
  asStaff?: boolean
}

/** Button that enters a sketch in a challenge, or removes it from one [1 §6]. */
export function ChallengeAction({ sketch, asStaff = false }: ChallengeActionProps) {
  // Snapshot for the dialog: the sketch changes before the dialog has closed.
  const [dialogFor, setDialogFor] = useState<Pick<ShownSketch, 'challengeId' | 'challengeTitle'>>()
  useFocusHeadingAfterClose(dialogFor !== undefined)
  const { challengeId, challengeTitle } = sketch
  const isPublic = !sketch.unlisted && (sketch.notice === null || sketch.notice === 'mature')
  const close = () => setDialogFor(undefined)
  return (
    <>
      {(challengeId !== null || (isPublic && !asStaff)) && (
        <Button icon={Target} onClick={() => setDialogFor({ challengeId, challengeTitle })}>
          {challengeId === null ? 'Enter challenge' : 'Remove from challenge'}
        </Button>
      )}
      {dialogFor?.challengeId === null && <EnterLatestDialog sketch={sketch} onClose={close} />}
      {dialogFor?.challengeId && (
        <RemoveEntryDialog
          challengeId={dialogFor.challengeId}
          challengeTitle={dialogFor.challengeTitle ?? ''}
          {...{ sketch, asStaff }}
          onClose={close}
        />
      )}
    </>
  )
}
