import { Heart } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ShownSketch } from '../../../../contract/http/sketch-page.ts'
import { GLOPS_PER_HEART } from '../../../../contract/limits.ts'
import { CallError } from '../../../lib/call.ts'
import { useKeys } from '../../../lib/keys.ts'
import { messageOf } from '../../../lib/messages/codes.ts'
import { sketchMessages } from '../../../lib/messages/sketch.ts'
import { useUser } from '../../../lib/session.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { show } from '../../../ui/toast.ts'
import { useGiveHeart } from '../queries.ts'
import { ActionButton } from './ActionButton.tsx'
import { useForMembers } from './member.ts'

const ConfirmDialog = lazyPart(async () => ({ default: (await import('../../../ui/ConfirmDialog.tsx')).ConfirmDialog }))

/** A heart is asked for first, because it cannot be taken back [1 §4], [1 §5]. */
export function HeartAction({ sketch }: { sketch: ShownSketch }) {
  const user = useUser()
  const [asking, setAsking] = useState(false)
  const give = useGiveHeart(sketch.id)
  const forMembers = useForMembers()
  const press = () =>
    forMembers(() => {
      if (sketch.userHeart) show("A heart can't be taken back.", { kind: 'plain' })
      else if (sketch.userCanHeart) setAsking(true)
      else show('You cannot give a heart to your own sketch.', { kind: 'plain' })
    })
  useKeys({ h: press })
  const left = user?.heartsAvailable ?? 0
  return (
    <>
      <ActionButton
        icon={Heart}
        filled={sketch.userHeart}
        name={sketch.hearts.toLocaleString('en')}
        detail={sketch.hearts === 1 ? 'Heart' : 'Hearts'}
        aria-pressed={sketch.userHeart}
        aria-label={`Heart, ${sketch.hearts} given`}
        onClick={press}
      />
      <Suspense>
        {asking && left > 0 && (
          <ConfirmDialog
            isOpen
            onClose={() => setAsking(false)}
            title="Give a heart?"
            confirmLabel="Give heart"
            onConfirm={() => give.mutateAsync()}
            messageOf={(error) =>
              error instanceof CallError && error.code === 'no_hearts' ? messageOf(error) : sketchMessages.heartFailed
            }
          >
            A heart can't be taken back. You have {left} left.
          </ConfirmDialog>
        )}
        {asking && left === 0 && (
          <ConfirmDialog
            isOpen
            onClose={() => setAsking(false)}
            title="No hearts left"
            cancelLabel="Close"
            confirmLabel="All right"
            onConfirm={() => undefined}
          >
            You gave all your hearts. Every {GLOPS_PER_HEART} glops that your sketches earn bring a new one.
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}
