import { Ban, FileImage, Pencil, Star } from 'lucide-react'
import { useState } from 'react'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { violation } from '../../../contract/http/sketches.ts'
import { numberText } from '../../lib/format.ts'
import { sketchMessages } from '../../lib/messages/sketch.ts'
import { toast } from '../../lib/toast.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { RemoveEntryButton } from '../challenges/RemoveEntryButton.tsx'
import { MakeContent } from '../co-ops/MakeContent.tsx'
import { InviteButtons } from '../compos/InviteButtons.tsx'
import { RemoveFromCompoButton } from '../compos/RemoveFromCompoButton.tsx'
import { BlockPictureDialog } from '../reposts/BlockDialogs.tsx'
import { StaffReasonDialog } from '../staff/StaffReasonDialog.tsx'
import { StaffReasonField } from '../staff/StaffReasonField.tsx'
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
  const setViolation = useSetViolation(sketch.id)
  const current = markOf(sketch)
  const [mark, setMark] = useState<Mark>(current)
  const [dialog, setDialog] = useState<'feature' | 'violation' | 'block'>()
  const close = () => setDialog(undefined)
  const saveMark = async (reason: string) => {
    await setViolation.mutateAsync({ violation: mark === 'none' ? null : mark, reason })
    toast(mark === 'none' ? 'The sketch is shown again' : 'The sketch is hidden')
  }
  return (
    <div className={styles.panel}>
      <p className={styles.fact}>{`Rated piggy: ${numberText(sketch.ratePiggy ?? 0)}`}</p>
      <div className={styles.buttons}>
        <Button icon={Star} disabled={sketch.featured || isOwn} onClick={() => setDialog('feature')}>
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
        <Button icon={Ban} onClick={() => setDialog('block')}>
          Block the picture
        </Button>
        {!isOwn && <RemoveEntryButton sketch={sketch} />}
        {!isOwn && <RemoveFromCompoButton sketch={sketch} />}
        {!isOwn && <InviteButtons sketch={sketch} />}
        {!isOwn && <MakeContent sketch={sketch} kind="coOp" />}
      </div>
      <Select label="Violation" options={VIOLATIONS} value={mark} onChange={setMark} />
      <Button disabled={mark === current} onClick={() => setDialog('violation')}>
        {mark === 'none' && current !== 'none' ? 'Clear the violation' : 'Mark the violation'}
      </Button>
      {dialog === 'feature' && <FeatureDialog id={sketch.id} onClose={close} />}
      {dialog === 'block' && <BlockPictureDialog sketchId={sketch.id} onClose={close} />}
      {dialog === 'violation' && (
        <StaffReasonDialog
          title={mark === 'none' ? 'Show this sketch again?' : 'Hide this sketch?'}
          submit={mark === 'none' ? 'Show' : 'Hide'}
          onReason={saveMark}
          failure={() => sketchMessages.staffFailed}
          onClose={close}
        >
          {mark === 'none' ? 'Everyone will be able to see it.' : 'Only the artist and staff will be able to see it.'}
        </StaffReasonDialog>
      )}
    </div>
  )
}

/** Features a sketch; the reason is optional. */
function FeatureDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const feature = useStaffFeature(id)
  const send = async (form: FormData) => {
    await feature.mutateAsync(String(form.get('reason') ?? '').trim())
    return undefined
  }
  return (
    <FormDialog
      title="Feature this sketch?"
      submit="Feature"
      onSubmit={send}
      failure={() => sketchMessages.staffFailed}
      onClose={onClose}
    >
      <FormHint>A feature can’t be undone.</FormHint>
      <StaffReasonField isOptional />
    </FormDialog>
  )
}

function markOf({ notice }: ShownSketch): Mark {
  return violation.safeParse(notice).data ?? 'none'
}
