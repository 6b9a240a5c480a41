import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BAN_DURATIONS, banDurationText, banEnd, PERMANENT, WARNING } from '../../../contract/ban.ts'
import type { CurrentBan } from '../../../contract/http/auth.ts'
import { BAN_NOTES_MAX, STAFF_REASON_MAX } from '../../../contract/limits.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { CallError } from '../../lib/call.ts'
import { idempotencyKey } from '../../lib/idempotency-key.ts'
import { banMessages, standingSentence } from '../../lib/messages/bans.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { rollbackFailure } from '../../lib/messages/rollback.ts'
import { rollbackMessage } from '../../lib/messages/whiteboard.ts'
import { toast } from '../../lib/toast.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useRollback } from '../whiteboard/queries.ts'
import { standingQuery, useBanMember, useLiftBan } from './queries.ts'

type Duration = (typeof BAN_DURATIONS)[number]
type Choice = `${Duration}` | 'lift'

const choiceOf = (hours: Duration) => ({ value: `${hours}` as const, label: banDurationText(hours) })

/**
 * The acts that are possible against a member with this ban or warning. A suspended member cannot be warned, and a
 * permanent ban is not given twice.
 */
function choicesFor(current: CurrentBan | null): { value: Choice; label: string }[] {
  if (current === null) return BAN_DURATIONS.map(choiceOf)
  const isWarned = current.duration === WARNING
  const lift = { value: 'lift', label: isWarned ? 'Withdraw the warning' : 'Lift the ban' } as const
  const isPossible = (hours: Duration) =>
    isWarned || (hours !== WARNING && !(hours === PERMANENT && isPermanent(current)))
  return [lift, ...BAN_DURATIONS.filter(isPossible).map(choiceOf)]
}

/** True for a permanent ban, confirmed or not. */
const isPermanent = ({ duration, unconfirmed }: CurrentBan) => duration === PERMANENT || unconfirmed

/** True for a ban that would end before the current one. */
function isShorter(duration: Duration | undefined, current: CurrentBan | null): boolean {
  if (duration === undefined || duration === WARNING || duration === PERMANENT) return false
  if (!current || current.duration === WARNING) return false
  const end = banEnd(Date.now(), duration) ?? Infinity
  return isPermanent(current) || (current.dateEnd !== null && fromWireTime(current.dateEnd) > end)
}

type MarksOf = { userId: number; reason: string }

/** Removes a member's strokes from the whiteboard. A failure is reported and the ban stays. */
async function rollbackMarks(rollback: ReturnType<typeof useRollback>, marksOf: MarksOf): Promise<void> {
  try {
    const { marks } = await rollback.mutateAsync({ ...marksOf, minutes: null, area: null })
    toast(rollbackMessage(marks), { kind: marks > 0 ? 'done' : 'plain' })
  } catch (error) {
    toastFailure(rollbackFailure(error))
  }
}

const SHOWN_REFUSALS: ReadonlySet<string> = new Set(['longer_ban', 'suspended_already', 'permanent_already'])

const failureOf = (error: unknown) =>
  error instanceof CallError && SHOWN_REFUSALS.has(error.code) ? messageOf(error) : banMessages.failed

type BanDialogProps = { userId: number; nickname: string; onClose: () => void }

/** Bans or warns a member, or lifts their ban, always with a reason [2 §5]. */
export function BanDialog({ userId, nickname, onClose }: BanDialogProps) {
  const [chosen, setChosen] = useState<Choice | null>(null)
  const [key] = useState(idempotencyKey)
  const current = useQuery(standingQuery(userId)).data?.ban ?? null
  const banMember = useBanMember()
  const liftBan = useLiftBan()
  const rollback = useRollback()
  const duration = BAN_DURATIONS.find((hours) => `${hours}` === chosen)
  const shorter = isShorter(duration, current)
  const send = async (formData: FormData) => {
    const [reason, notes] = ['reason', 'notes'].map((name) => String(formData.get(name) ?? '').trim())
    if (chosen === null || !reason) return banMessages.incomplete
    if (duration === undefined) {
      await liftBan.mutateAsync({ uid: userId, reason })
      toast(banMessages.lifted(nickname))
      return undefined
    }
    if (shorter && !formData.has('shorter')) return banMessages.confirmShorter
    const ban = { uid: userId, duration, reason, notes: notes ?? '', replacesLonger: shorter }
    await banMember.mutateAsync({ ...ban, key: key.keyOf(ban) })
    toast(banMessages.done(nickname, duration))
    if (formData.has('marks')) await rollbackMarks(rollback, { userId, reason })
    return undefined
  }
  return (
    <FormDialog
      title={`Ban or warn ${nickname}`}
      submit={chosen === 'lift' ? 'Lift' : 'Ban or warn'}
      onSubmit={send}
      failure={failureOf}
      onClose={onClose}
    >
      {current && <FormHint>{`${standingSentence(current)} Reason: ${current.reason}`}</FormHint>}
      <Select label="Duration" options={choicesFor(current)} value={chosen} onChange={setChosen} />
      {shorter && (
        <Checkbox name="shorter" hint="The current one lasts longer.">
          Replace the longer ban
        </Checkbox>
      )}
      <TextField
        label="Reason"
        name="reason"
        hint={chosen === 'lift' ? 'For the staff log.' : 'The member sees this.'}
        required
        multiline
        maxLength={STAFF_REASON_MAX}
      />
      {chosen !== 'lift' && (
        <>
          <Checkbox name="marks" hint="Removes everything they drew in the last 24 hours.">
            Remove their marks from the whiteboard
          </Checkbox>
          <TextField label="Notes" name="notes" hint="Staff only." multiline maxLength={BAN_NOTES_MAX} />
        </>
      )}
    </FormDialog>
  )
}
