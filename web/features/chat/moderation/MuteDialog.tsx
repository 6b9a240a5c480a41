import { useState } from 'react'
import { MUTE_MINUTES } from '../../../../contract/http/chat.ts'
import { messageOf } from '../../../lib/messages/errors.ts'
import { REASON_MISSING } from '../../../lib/messages/staff.ts'
import { toast } from '../../../lib/toast.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { StaffReasonField } from '../../staff/StaffReasonField.tsx'
import { useModerate } from '../queries.ts'

type Minutes = (typeof MUTE_MINUTES)[number]

const WORDS: Record<Minutes, string> = { 10: '10 min', 60: '1 hour', 1440: '1 day', 10080: '7 days' }
const OPTIONS = MUTE_MINUTES.map((minutes) => ({ value: String(minutes), label: WORDS[minutes] }))

type MuteDialogProps = { channel: string; userId: number; nickname: string; asStaff: boolean; onClose: () => void }

/** Dialog that mutes a member in a room for a chosen time. Staff give a reason. */
export function MuteDialog({ channel, userId, nickname, asStaff, onClose }: MuteDialogProps) {
  const [minutes, setMinutes] = useState<string>(String(MUTE_MINUTES[0]))
  const moderate = useModerate()
  const mute = async (formData: FormData) => {
    const chosen = MUTE_MINUTES.find((each) => String(each) === minutes) ?? MUTE_MINUTES[0]
    const reason = String(formData.get('reason') ?? '').trim()
    if (asStaff && !reason) return { field: 'reason', error: REASON_MISSING }
    await moderate.mutateAsync({ action: 'mute', channel, userId, minutes: chosen, reason })
    toast(`${nickname} is muted for ${WORDS[chosen]}`)
    return undefined
  }
  return (
    <FormDialog title={`Mute ${nickname}`} submit="Mute" onSubmit={mute} failure={messageOf} onClose={onClose}>
      {(errorOf) => (
        <>
          <Segmented label="For how long" showLabel options={OPTIONS} value={minutes} onChange={setMinutes} />
          <StaffReasonField error={errorOf('reason')} isOptional={!asStaff} />
        </>
      )}
    </FormDialog>
  )
}
