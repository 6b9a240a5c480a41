import { useState } from 'react'
import { BAN_DURATIONS, banDurationText } from '../../../contract/ban.ts'
import { BAN_NOTES_MAX, STAFF_REASON_MAX } from '../../../contract/limits.ts'
import { idempotencyKey } from '../../lib/idempotency-key.ts'
import { banMessages } from '../../lib/messages/bans.ts'
import { rollbackMessage, whiteboardMessages } from '../../lib/messages/whiteboard.ts'
import { toast, toastFailure } from '../../lib/toast.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useRollback } from '../whiteboard/queries.ts'
import { useBanMember } from './queries.ts'

const OPTIONS = BAN_DURATIONS.map((hours) => ({ value: `${hours}` as const, label: banDurationText(hours) }))

/** Removes a member's strokes from the whiteboard. A failure is reported and the ban stays. */
async function rollbackMarks(rollback: ReturnType<typeof useRollback>, userId: number): Promise<void> {
  try {
    const { marks } = await rollback.mutateAsync({ userId, minutes: null, area: null })
    toast(rollbackMessage(marks), { kind: marks > 0 ? 'done' : 'plain' })
  } catch {
    toastFailure(whiteboardMessages.rollbackFailed)
  }
}

type BanDialogProps = { userId: number; nickname: string; onClose: () => void }

/** Bans or warns a member, with a duration and a reason [2 §5]. */
export function BanDialog({ userId, nickname, onClose }: BanDialogProps) {
  const [chosen, setChosen] = useState<(typeof OPTIONS)[number]['value'] | null>(null)
  const [key] = useState(idempotencyKey)
  const banMember = useBanMember()
  const rollback = useRollback()
  const send = async (formData: FormData) => {
    const [reason, notes] = ['reason', 'notes'].map((name) => String(formData.get(name) ?? '').trim())
    const duration = BAN_DURATIONS.find((hours) => `${hours}` === chosen)
    if (duration === undefined || !reason) return banMessages.incomplete
    const ban = { uid: userId, duration, reason, notes: notes ?? '' }
    await banMember.mutateAsync({ ...ban, key: key.keyOf(ban) })
    toast(banMessages.done(nickname, duration))
    if (formData.has('marks')) await rollbackMarks(rollback, userId)
    return undefined
  }
  return (
    <FormDialog
      title={`Ban or warn ${nickname}`}
      submit="Ban or warn"
      onSubmit={send}
      failure={() => banMessages.failed}
      onClose={onClose}
    >
      <Select label="Duration" options={OPTIONS} value={chosen} onChange={setChosen} />
      <TextField
        label="Reason"
        name="reason"
        hint="The member sees this."
        required
        multiline
        maxLength={STAFF_REASON_MAX}
      />
      <Checkbox name="marks" hint="Removes everything they drew in the last 24 hours.">
        Remove their marks from the whiteboard
      </Checkbox>
      <TextField label="Notes" name="notes" hint="Staff only." multiline maxLength={BAN_NOTES_MAX} />
    </FormDialog>
  )
}
