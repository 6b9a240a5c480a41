import { Ban, FileImage, Pencil, Star } from 'lucide-react'
import { useState } from 'react'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { violation } from '../../../contract/http/sketches.ts'
import { STAFF_REASON_MAX } from '../../../contract/limits.ts'
import { numberText } from '../../lib/format.ts'
import { sketchMessages } from '../../lib/messages/sketch.ts'
import { toast } from '../../lib/toast.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { RemoveEntryButton } from '../challenges/RemoveEntryButton.tsx'
import { MakeContent } from '../co-ops/MakeContent.tsx'
import { InviteButtons } from '../compos/InviteButtons.tsx'
import { RemoveFromCompoButton } from '../compos/RemoveFromCompoButton.tsx'
import { BlockPictureDialog } from '../reposts/BlockDialogs.tsx'
import { useSetViolation, useStaffFeature } from './queries.ts'
import styles from './StaffPanel.module.css'

const VIOLATIONS = [
  { value: 'none', label: 'None' },
  { value: 'copyright', label: 'Copyright' },
  { value: 'inappropriate', label: 'Inappropriate' },
  { value: 'notsketch', label: 'Not a sketch' },
] as const

type Mark = (typeof VIOLATIONS)[number]['value']

/** Staff actions on a sketch [1 §6], all of which are logged. */
export function StaffPanel({ sketch, isOwn }: { sketch: ShownSketch; isOwn: boolean }) {
  const feature = useStaffFeature(sketch.id)
  const setViolation = useSetViolation(sketch.id)
  const current = markOf(sketch)
  const [mark, setMark] = useState<Mark>(current)
  const [reason, setReason] = useState('')
  const [confirmation, setConfirmation] = useState<'feature' | 'violation' | 'block'>()
  const saveMark = async () => {
    await setViolation.mutateAsync({ violation: mark === 'none' ? null : mark, reason })
    setReason('')
    toast(mark === 'none' ? 'The sketch is shown again' : 'The sketch is hidden')
  }
  return (
    <div className={styles.panel}>
      <p className={styles.fact}>{`Rated piggy: ${numberText(sketch.ratePiggy ?? 0)}`}</p>
      <div className={styles.buttons}>
        <Button icon={Star} disabled={sketch.featured || isOwn} onClick={() => setConfirmation('feature')}>
          {sketch.featured ? 'Featured' : 'Feature'}
        </Button>
        {sketch.imagePng && (
          <ButtonLink icon={FileImage} href={`${sketch.imagePng}?view`} target="_blank">
            View PNG
          </ButtonLink>
        )}
        <ButtonLink icon={Pencil} to={`/sketch/${sketch.id}/edit`}>
          Edit
        </ButtonLink>
        <MakeContent sketch={sketch} kind="image" />
        <Button icon={Ban} onClick={() => setConfirmation('block')}>
          Block the picture
        </Button>
        {!isOwn && <RemoveEntryButton sketch={sketch} />}
        {!isOwn && <RemoveFromCompoButton sketch={sketch} />}
        {!isOwn && <InviteButtons sketch={sketch} />}
        {!isOwn && <MakeContent sketch={sketch} kind="coOp" />}
      </div>
      <Select label="Violation" options={VIOLATIONS} value={mark} onChange={setMark} />
      <TextField
        label="Reason"
        hint="For the staff log."
        maxLength={STAFF_REASON_MAX}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button disabled={mark === current} onClick={() => setConfirmation('violation')}>
        {mark === 'none' && current !== 'none' ? 'Clear the violation' : 'Mark the violation'}
      </Button>
      {confirmation === 'feature' && (
        <ConfirmDialog
          onClose={() => setConfirmation(undefined)}
          title="Feature this sketch?"
          confirmLabel="Feature"
          onConfirm={() => feature.mutateAsync(reason)}
          messageOf={() => sketchMessages.staffFailed}
        >
          A feature can’t be undone.
        </ConfirmDialog>
      )}
      {confirmation === 'block' && (
        <BlockPictureDialog sketchId={sketch.id} onClose={() => setConfirmation(undefined)} />
      )}
      {confirmation === 'violation' && (
        <ConfirmDialog
          danger={mark !== 'none'}
          onClose={() => setConfirmation(undefined)}
          title={mark === 'none' ? 'Show this sketch again?' : 'Hide this sketch?'}
          confirmLabel={mark === 'none' ? 'Show' : 'Hide'}
          onConfirm={saveMark}
          messageOf={() => sketchMessages.staffFailed}
        >
          {mark === 'none' ? 'Everyone will be able to see it.' : 'Only the artist and staff will be able to see it.'}
        </ConfirmDialog>
      )}
    </div>
  )
}

function markOf({ notice }: ShownSketch): Mark {
  return violation.safeParse(notice).data ?? 'none'
}
