import { Heart } from 'lucide-react'
import { useState } from 'react'
import type { ShownSketch } from '../../../../contract/http/sketch-page.ts'
import { GLOPS_FOR_HEART, GLOPS_PER_HEART, HEARTS_AT_START } from '../../../../contract/limits.ts'
import { CallError } from '../../../lib/call.ts'
import { numberText } from '../../../lib/format.ts'
import { messageOf } from '../../../lib/messages/errors.ts'
import { sketchMessages } from '../../../lib/messages/sketch.ts'
import { useOffer } from '../../../lib/offers.ts'
import { useRequireLogin, useUser } from '../../../lib/session.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { toast } from '../../../lib/toast.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { JoinDialog } from '../../../ui/JoinDialog.tsx'
import { Link } from '../../../ui/Link.tsx'
import { useGiveHeart } from '../queries.ts'
import { ActionButton } from './ActionButton.tsx'

/**
 * Heart button; asks first, because a heart cannot be withdrawn [1 §4], [1 §5]. A visitor gets an explanation, and the
 * offer again after signing in.
 */
export function HeartAction({ sketch }: { sketch: ShownSketch }) {
  const isOwn = useUser()?.id === sketch.userId
  const [dialog, setDialog] = useState<'give' | 'join' | null>(null)
  const requireLogin = useRequireLogin(() => setDialog('join'))
  const press = () =>
    requireLogin(() => {
      if (sketch.userHeart) toast(sketchMessages.heartIsFinal, { kind: 'plain' })
      else if (sketch.userCanHeart) setDialog('give')
      else toast(sketchMessages.ownHeart, { kind: 'plain' })
    })
  useShortcuts({ h: press })
  useOffer('heart', () => sketch.userCanHeart && setDialog('give'))
  const close = () => setDialog(null)
  return (
    <>
      <ActionButton
        icon={Heart}
        filled={sketch.userHeart}
        name="Heart"
        detail={`${numberText(sketch.hearts)} given`}
        aria-pressed={sketch.userHeart}
        aria-label={`Heart, ${sketch.hearts} given`}
        disabledReason={isOwn ? sketchMessages.ownHeart : undefined}
        onClick={press}
      />
      {dialog === 'give' && <GiveHeartDialog sketchId={sketch.id} onClose={close} />}
      {dialog === 'join' && (
        <JoinDialog title="Give this sketch a heart?" offer="heart" onClose={close}>
          <p>
            A heart is the most you can give a sketch, and it earns its artist {GLOPS_FOR_HEART} glops. Members begin
            with {HEARTS_AT_START} of them. <HowHeartsWork />
          </p>
        </JoinDialog>
      )}
    </>
  )
}

function GiveHeartDialog({ sketchId, onClose }: { sketchId: number; onClose: () => void }) {
  const give = useGiveHeart(sketchId)
  const left = useUser()?.heartsAvailable ?? 0
  if (left === 0 && !give.isSuccess) {
    return (
      <ConfirmDialog
        onClose={onClose}
        title="No hearts left"
        cancelLabel="Close"
        confirmLabel="OK"
        onConfirm={() => undefined}
      >
        You’ve given all your hearts. You get a new heart for every {GLOPS_PER_HEART} glops your sketches earn.{' '}
        <HowHeartsWork />
      </ConfirmDialog>
    )
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Give a heart?"
      confirmLabel="Give heart"
      onConfirm={() => give.mutateAsync()}
      messageOf={(error) =>
        error instanceof CallError && error.code === 'no_hearts' ? messageOf(error) : sketchMessages.heartFailed
      }
    >
      A heart can’t be taken back. You have {left} left. <HowHeartsWork />
    </ConfirmDialog>
  )
}

const HowHeartsWork = () => (
  <Link to="/how-hearts-work" className="link">
    How hearts work
  </Link>
)
