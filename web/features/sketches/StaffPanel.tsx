import { Ban, Bot, EyeOff, FileImage, Pencil, Star } from 'lucide-react'
import { useState } from 'react'
import type { RuleAndReason } from '../../../contract/http/rules.ts'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { type SketchMark, sketchMark, violation } from '../../../contract/http/sketches.ts'
import { dateText, numberText } from '../../lib/format.ts'
import { sketchMessages } from '../../lib/messages/sketch.ts'
import { ifAppealed, staffMessageOf } from '../../lib/messages/staff.ts'
import { toast } from '../../lib/toast.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { RemoveEntryButton } from '../challenges/RemoveEntryButton.tsx'
import { MakeContent } from '../co-ops/MakeContent.tsx'
import { InviteButtons } from '../compos/InviteButtons.tsx'
import { RemoveFromCompoButton } from '../compos/RemoveFromCompoButton.tsx'
import { BlockPictureDialog } from '../reposts/BlockDialogs.tsx'
import { AuthorReasonDialog } from '../staff/AuthorReasonDialog.tsx'
import { StaffReasonDialog } from '../staff/StaffReasonDialog.tsx'
import { useSetMark, useSetViolation, useStaffFeature } from './queries.ts'
import styles from './StaffPanel.module.css'

const VIOLATIONS = [
  { value: 'none', label: 'None' },
  { value: 'copyright', label: 'Copyright' },
  { value: 'inappropriate', label: 'Inappropriate' },
  { value: 'notsketch', label: 'Not a sketch' },
] as const

type ViolationOption = (typeof VIOLATIONS)[number]['value']

/** Staff actions on a sketch [1 §6], all of which are logged. */
export function StaffPanel({ sketch, isOwn }: { sketch: ShownSketch; isOwn: boolean }) {
  const current = violationOf(sketch)
  const [selected, setSelected] = useState<ViolationOption>(current)
  const [dialog, setDialog] = useState<'feature' | 'violation' | 'block' | SketchMark>()
  const close = () => setDialog(undefined)
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
        {!isOwn &&
          sketchMark.options
            .filter((mark) => mayChangeMark(sketch, mark))
            .map((mark) => (
              <Button key={mark} icon={MARKS[mark].icon} onClick={() => setDialog(mark)}>
                {MARKS[mark][sketch[mark] ? 'remove' : 'set']}
              </Button>
            ))}
        {!isOwn && <RemoveEntryButton sketch={sketch} />}
        {!isOwn && <RemoveFromCompoButton sketch={sketch} />}
        {!isOwn && <InviteButtons sketch={sketch} />}
      </div>
      {sketch.deletionDate === null ? (
        <>
          <Select label="Violation" options={VIOLATIONS} value={selected} onChange={setSelected} />
          <Button
            disabled={selected === current || (isOwn && current !== 'none')}
            onClick={() => setDialog('violation')}
          >
            {selected === 'none' && current !== 'none' ? 'Clear the violation' : 'Mark the violation'}
          </Button>
        </>
      ) : (
        <p className={styles.fact}>{sketchMessages.restoreUntil(dateText(sketch.deletionDate))}</p>
      )}
      {dialog === 'feature' && <FeatureDialog id={sketch.id} onClose={close} />}
      {dialog === 'block' && <BlockPictureDialog sketchId={sketch.id} onClose={close} />}
      {dialog === 'violation' && <ViolationDialog sketch={sketch} selected={selected} isOwn={isOwn} onClose={close} />}
      {(dialog === 'mature' || dialog === 'madeWithAi') && <MarkDialog sketch={sketch} mark={dialog} onClose={close} />}
    </div>
  )
}

const MARKS = {
  mature: {
    icon: EyeOff,
    set: 'Mark as mature',
    remove: 'Remove the mature mark',
    hint: 'Only members who switched on mature sketches will see it.',
    removeHint: 'Everyone will be able to see it.',
  },
  madeWithAi: {
    icon: Bot,
    set: 'Mark as made with AI',
    remove: 'Remove the AI mark',
    hint: 'Its page will say that staff marked it.',
    removeHint: 'Its page will no longer say that it was made with AI.',
  },
} as const

/** Marks the sketch of another member, with words that its artist reads, or takes the mark away. */
function MarkDialog({ sketch, mark, onClose }: { sketch: ShownSketch; mark: SketchMark; onClose: () => void }) {
  const setMark = useSetMark(sketch.id)
  const on = !sketch[mark]
  const save = async (why: RuleAndReason) => {
    await setMark.mutateAsync({ mark, on, ...why })
    toast(on ? 'Mark added' : 'Mark removed')
  }
  const dialog = { failure: staffMessageOf, onClose }
  const { set, remove, hint, removeHint } = MARKS[mark]
  if (on)
    return (
      <AuthorReasonDialog {...dialog} title={`${set}?`} submit="Mark" author={sketch.nickname} onReason={save}>
        {hint}
      </AuthorReasonDialog>
    )
  return (
    <StaffReasonDialog
      {...dialog}
      title={`${remove}?`}
      submit="Remove"
      reader={ifAppealed(sketch.nickname)}
      onReason={(reason) => save({ rule: null, reason })}
    >
      {removeHint}
    </StaffReasonDialog>
  )
}

type ViolationDialogProps = { sketch: ShownSketch; selected: ViolationOption; isOwn: boolean; onClose: () => void }

/** Hides a sketch, with words that its artist reads, or shows it again. */
function ViolationDialog({ sketch, selected, isOwn, onClose }: ViolationDialogProps) {
  const setViolation = useSetViolation(sketch.id)
  const isShown = selected === 'none'
  const save = async (why: RuleAndReason) => {
    await setViolation.mutateAsync({ violation: isShown ? null : selected, ...why })
    toast(isShown ? 'The sketch is shown again' : 'The sketch is hidden')
  }
  const dialog = {
    title: isShown ? 'Show this sketch again?' : 'Hide this sketch?',
    submit: isShown ? 'Show' : 'Hide',
    failure: staffMessageOf,
    onClose,
  }
  const hint = isShown ? 'Everyone will be able to see it.' : 'Only the artist and staff will be able to see it.'
  if (isShown || isOwn)
    return (
      <StaffReasonDialog
        {...dialog}
        reader={isOwn ? null : ifAppealed(sketch.nickname)}
        onReason={(reason) => save({ rule: null, reason })}
      >
        {hint}
      </StaffReasonDialog>
    )
  return (
    <AuthorReasonDialog {...dialog} author={sketch.nickname} onReason={save}>
      {hint}
    </AuthorReasonDialog>
  )
}

function FeatureDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const feature = useStaffFeature(id)
  return (
    <StaffReasonDialog
      title="Feature this sketch?"
      submit="Feature"
      onReason={(reason) => feature.mutateAsync(reason)}
      failure={staffMessageOf}
      onClose={onClose}
    >
      A feature can’t be undone.
    </StaffReasonDialog>
  )
}

/** A mark that the artist set is theirs. */
const mayChangeMark = ({ marksByStaff, ...sketch }: ShownSketch, mark: SketchMark): boolean =>
  !sketch[mark] || marksByStaff?.includes(mark) === true

function violationOf({ notice }: ShownSketch): ViolationOption {
  return violation.safeParse(notice).data ?? 'none'
}
