import { Target } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useKeptFocus } from '../../ui/useKeptFocus.ts'

const EnterLatestDialog = lazyPart(async () => ({
  default: (await import('./EnterLatestDialog.tsx')).EnterLatestDialog,
}))
const RemoveEntryDialog = lazyPart(async () => ({
  default: (await import('./RemoveEntryDialog.tsx')).RemoveEntryDialog,
}))

type ChallengeActionProps = {
  sketch: ShownSketch
  /** Of someone else's sketch staff can only say that it is no entry. */
  byStaff?: boolean
}

/** Enters a sketch in a challenge, or takes it out of the one it is in [1 §6]. */
export function ChallengeAction({ sketch, byStaff = false }: ChallengeActionProps) {
  useKeptFocus()
  const [isOpen, setOpen] = useState(false)
  const { challengeId, challengeTitle } = sketch
  const isPublic = !sketch.unlisted && (sketch.notice === null || sketch.notice === 'mature')
  if (challengeId === null && (byStaff || !isPublic)) return null
  const close = () => setOpen(false)
  return (
    <>
      <Button icon={Target} onClick={() => setOpen(true)}>
        {challengeId === null ? 'Enter challenge' : 'Remove from challenge'}
      </Button>
      <Suspense>
        {isOpen && challengeId === null && <EnterLatestDialog sketch={sketch} onClose={close} />}
        {isOpen && challengeId !== null && (
          <RemoveEntryDialog
            {...{ challengeId, sketch, byStaff }}
            challengeTitle={challengeTitle ?? 'the challenge'}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
