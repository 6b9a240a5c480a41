import { Heart } from 'lucide-react'
import { useState } from 'react'
import type { ShownSketch } from '../../../../contract/http/sketch-page.ts'
import { GLOPS_PER_HEART } from '../../../../contract/limits.ts'
import { CallError } from '../../../lib/call.ts'
import { numberText, pluralForm } from '../../../lib/format.ts'
import { messageOf } from '../../../lib/messages/errors.ts'
import { sketchMessages } from '../../../lib/messages/sketch.ts'
import { useRequireLogin, useUser } from '../../../lib/session.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { toast } from '../../../lib/toast.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { useGiveHeart } from '../queries.ts'
import { ActionButton } from './ActionButton.tsx'

/** Heart button; asks first, because a heart cannot be withdrawn [1 §4], [1 §5]. */
export function HeartAction({ sketch }: { sketch: ShownSketch }) {
  const user = useUser()
  const [isConfirming, setConfirming] = useState(false)
  const give = useGiveHeart(sketch.id)
  const requireLogin = useRequireLogin()
  const press = () =>
    requireLogin(() => {
      if (sketch.userHeart) toast('A heart can’t be taken back.', { kind: 'plain' })
      else if (sketch.userCanHeart) setConfirming(true)
      else toast('You can’t give your own sketch a heart.', { kind: 'plain' })
    })
  useShortcuts({ h: press })
  const left = user?.heartsAvailable ?? 0
  return (
    <>
      <ActionButton
        icon={Heart}
        filled={sketch.userHeart}
        name={numberText(sketch.hearts)}
        detail={pluralForm(sketch.hearts, 'Heart')}
        aria-pressed={sketch.userHeart}
        aria-label={`Heart, ${sketch.hearts} given`}
        onClick={press}
      />
      {isConfirming && left > 0 && (
        <ConfirmDialog
          onClose={() => setConfirming(false)}
          title="Give a heart?"
          confirmLabel="Give heart"
          onConfirm={() => give.mutateAsync()}
          messageOf={(error) =>
            error instanceof CallError && error.code === 'no_hearts' ? messageOf(error) : sketchMessages.heartFailed
          }
        >
          A heart can’t be taken back. You have {left} left.
        </ConfirmDialog>
      )}
      {isConfirming && left === 0 && (
        <ConfirmDialog
          onClose={() => setConfirming(false)}
          title="No hearts left"
          cancelLabel="Close"
          confirmLabel="OK"
          onConfirm={() => undefined}
        >
          You’ve given all your hearts. You get a new one for every {GLOPS_PER_HEART} glops your sketches earn.
        </ConfirmDialog>
      )}
    </>
  )
}
