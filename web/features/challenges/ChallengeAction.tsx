import { Target } from 'lucide-react'
import { useState } from 'react'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { Button } from '../../ui/Button.tsx'
import { useFocusHeadingAfter } from '../../ui/focus.ts'
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
  const [asked, setAsked] = useState<Pick<ShownSketch, 'challengeId' | 'challengeTitle'>>()
  useFocusHeadingAfter(asked !== undefined)
  const { challengeId, challengeTitle } = sketch
  const isPublic = !sketch.unlisted && (sketch.notice === null || sketch.notice === 'mature')
  const close = () => setAsked(undefined)
  return (
    <>
      {(challengeId !== null || (isPublic && !asStaff)) && (
        <Button icon={Target} onClick={() => setAsked({ challengeId, challengeTitle })}>
          {challengeId === null ? 'Enter challenge' : 'Remove from challenge'}
        </Button>
      )}
      {asked?.challengeId === null && <EnterLatestDialog sketch={sketch} onClose={close} />}
      {asked?.challengeId && (
        <RemoveEntryDialog
          challengeId={asked.challengeId}
          challengeTitle={asked.challengeTitle ?? ''}
          {...{ sketch, asStaff }}
          onClose={close}
        />
      )}
    </>
  )
}
