import { ThumbsUp } from 'lucide-react'
import type { ShownSketch } from '../../../../contract/http/sketch-page.ts'
import { sketchMessages } from '../../../lib/messages/sketch.ts'
import { useRequireLogin } from '../../../lib/session.ts'
import { toast } from '../../../lib/toast.ts'
import { useRate } from '../queries.ts'
import { ActionButton } from './ActionButton.tsx'

/** Says that a sketch rules; nothing is asked first, because a rating can be changed. */
export function RulesAction({ sketch }: { sketch: ShownSketch }) {
  const rate = useRate(sketch.id)
  const forMembers = useRequireLogin()
  const press = () =>
    forMembers(({ id }) => {
      if (id === sketch.userId) toast(sketchMessages.ownRating, { kind: 'plain' })
      else if (sketch.userRating === 'rules') toast(sketchMessages.alreadyRules, { kind: 'plain' })
      else rate.mutate('rules')
    })
  return (
    <ActionButton
      icon={ThumbsUp}
      name={sketch.rateRules.toLocaleString('en')}
      detail="Rules"
      aria-pressed={sketch.userRating === 'rules'}
      aria-label={`Rules, ${sketch.rateRules} say so`}
      onClick={press}
    />
  )
}
