import { Star } from 'lucide-react'
import { useState } from 'react'
import type { ShownSketch } from '../../../../contract/http/sketch-page.ts'
import { countText } from '../../../lib/format.ts'
import { messageOf } from '../../../lib/messages/errors.ts'
import { sketchMessages } from '../../../lib/messages/sketch.ts'
import { useUser } from '../../../lib/session.ts'
import { toast } from '../../../lib/toast.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { useFeature } from '../queries.ts'
import { ActionButton } from './ActionButton.tsx'

/** Feature button of members who have stars; asks first, because a feature cannot be undone [1 §4], [1 §5]. */
export function FeatureAction({ sketch }: { sketch: ShownSketch }) {
  const user = useUser()
  const [isConfirming, setConfirming] = useState(false)
  const feature = useFeature(sketch.id)
  const left = sketch.starsAvailable
  if (left === null || !user || user.id === sketch.userId) return null
  const press = () => {
    if (sketch.featured) toast(sketchMessages.featureIsFinal, { kind: 'plain' })
    else if (left === 0) toast(sketchMessages.noStars, { kind: 'plain' })
    else if (sketch.userCanFeature) setConfirming(true)
    else toast('Hidden sketches can’t be featured.', { kind: 'plain' })
  }
  return (
    <>
      <ActionButton
        icon={Star}
        filled={sketch.featured}
        name={sketch.featured ? 'Featured' : 'Feature'}
        detail={`${left} left`}
        aria-pressed={sketch.featured}
        onClick={press}
      />
      {isConfirming && (
        <ConfirmDialog
          onClose={() => setConfirming(false)}
          title="Feature this sketch?"
          confirmLabel="Feature"
          onConfirm={() => feature.mutateAsync({ by: user.nickname })}
          messageOf={messageOf}
        >
          A feature can’t be undone. You have {countText(left, 'star')} left this month.
        </ConfirmDialog>
      )}
    </>
  )
}
