import { Target } from 'lucide-react'
import { useState } from 'react'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { Button } from '../../ui/Button.tsx'
import { useHeadingAfter } from '../../ui/focus.ts'
import { EnterLatestDialog } from './EnterLatestDialog.tsx'
import { RemoveEntryDialog } from './RemoveEntryDialog.tsx'

type ChallengeActionProps = {
  sketch: ShownSketch
  /** Of someone else's sketch staff can only say that it is no entry. */
  byStaff?: boolean
}

/** Enters a sketch in a challenge, or takes it out of the one it is in [1 §6]. */
export function ChallengeAction({ sketch, byStaff = false }: ChallengeActionProps) {
  // As it was when it was asked: the sketch changes before the dialog has closed.
  const [asked, setAsked] = useState<Pick<ShownSketch, 'challengeId' | 'challengeTitle'>>()
  useHeadingAfter(asked !== undefined)
  const { challengeId, challengeTitle } = sketch
  const isPublic = !sketch.unlisted && (sketch.notice === null || sketch.notice === 'mature')
  const close = () => setAsked(undefined)
  return (
    <>
      {(challengeId !== null || (isPublic && !byStaff)) && (
        <Button icon={Target} onClick={() => setAsked({ challengeId, challengeTitle })}>
          {challengeId === null ? 'Enter challenge' : 'Remove from challenge'}
        </Button>
      )}
      {asked?.challengeId === null && <EnterLatestDialog sketch={sketch} onClose={close} />}
      {asked?.challengeId && (
        <RemoveEntryDialog
          challengeId={asked.challengeId}
          challengeTitle={asked.challengeTitle ?? ''}
          {...{ sketch, byStaff }}
          onClose={close}
        />
      )}
    </>
  )
}
