import { FolderPlus, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import type { ShownSketch } from '../../../../contract/http/sketch-page.ts'
import { numberText } from '../../../lib/format.ts'
import { sketchMessages } from '../../../lib/messages/sketch.ts'
import { useOffer } from '../../../lib/offers.ts'
import { useRequireLogin, useUser } from '../../../lib/session.ts'
import { toast } from '../../../lib/toast.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { JoinDialog } from '../../../ui/JoinDialog.tsx'
import { AlbumPicker } from '../../albums/AlbumPicker.tsx'
import { useRate } from '../queries.ts'
import styles from './ActionBar.module.css'
import { ActionButton } from './ActionButton.tsx'
import { HeartAction } from './HeartAction.tsx'
import { SketchMenu } from './SketchMenu.tsx'

/** Action buttons of a sketch and the menu of further actions. */
export function ActionBar({ sketch }: { sketch: ShownSketch }) {
  return (
    <div className={styles.bar}>
      <HeartAction sketch={sketch} />
      <RulesAction sketch={sketch} />
      <AlbumAction sketch={sketch} />
      <SketchMenu sketch={sketch} />
    </div>
  )
}

/**
 * Rates a sketch "rules"; needs no confirmation, because a rating can be changed. A visitor gets an explanation, and
 * the offer again after signing in.
 */
function RulesAction({ sketch }: { sketch: ShownSketch }) {
  const rate = useRate(sketch.id)
  const isOwn = useUser()?.id === sketch.userId
  const [dialog, setDialog] = useState<'join' | 'offer' | null>(null)
  const requireLogin = useRequireLogin(() => setDialog('join'))
  useOffer('rules', () => !isOwn && sketch.userRating !== 'rules' && setDialog('offer'))
  const close = () => setDialog(null)
  const press = () =>
    requireLogin(({ id }) => {
      if (id === sketch.userId) toast(sketchMessages.ownRating, { kind: 'plain' })
      else if (sketch.userRating === 'rules') toast(sketchMessages.alreadyRules, { kind: 'plain' })
      else rate.mutate('rules')
    })
  const explanation = <p>It shows the artist that you like their work. You can change it at any time.</p>
  return (
    <>
      <ActionButton
        icon={ThumbsUp}
        name="This rules"
        detail={`${numberText(sketch.rateRules)} agree`}
        aria-pressed={sketch.userRating === 'rules'}
        aria-label={`This rules, ${sketch.rateRules} agree`}
        disabledReason={isOwn ? sketchMessages.ownRating : undefined}
        onClick={press}
      />
      {dialog === 'join' && (
        <JoinDialog title="Say that this sketch rules?" offer="rules" onClose={close}>
          {explanation}
        </JoinDialog>
      )}
      {dialog === 'offer' && (
        <ConfirmDialog
          onClose={close}
          title="Say that this sketch rules?"
          confirmLabel="This rules"
          onConfirm={() => rate.mutateAsync('rules')}
        >
          {explanation}
        </ConfirmDialog>
      )}
    </>
  )
}

/**
 * Opens the artist's albums, or another member's collections [1 §6]; unlisted sketches are not collected. A visitor
 * gets an explanation, and the collections after signing in.
 */
function AlbumAction({ sketch }: { sketch: ShownSketch }) {
  const user = useUser()
  const isOwn = user?.id === sketch.userId
  const [isJoining, setJoining] = useState(false)
  const requireLogin = useRequireLogin(() => setJoining(true))
  const [userId, setUserId] = useState<number>()
  useOffer('collect', () => setUserId(user?.id))
  if (sketch.unlisted && !isOwn) return null
  return (
    <>
      <ActionButton
        icon={FolderPlus}
        name={isOwn ? 'Add' : 'Collect'}
        detail={isOwn ? 'to album' : 'sketch'}
        onClick={() => requireLogin(({ id }) => setUserId(id))}
      />
      {userId !== undefined && (
        <AlbumPicker
          sketchId={sketch.id}
          userId={userId}
          mode={userId === sketch.userId ? 0 : 1}
          onClose={() => setUserId(undefined)}
        />
      )}
      {isJoining && (
        <JoinDialog title="Collect this sketch?" offer="collect" onClose={() => setJoining(false)}>
          <p>Members keep sketches that they like in collections on their profile.</p>
        </JoinDialog>
      )}
    </>
  )
}
