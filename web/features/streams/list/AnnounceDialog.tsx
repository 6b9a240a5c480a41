import { useState } from 'react'
import { DESCRIPTION_MAX, TITLE_MAX } from '../../../../contract/limits.ts'
import { toWireTime } from '../../../../contract/time.ts'
import { parseDateTime } from '../../../lib/date-time-field.ts'
import { idempotencyKey } from '../../../lib/idempotency-key.ts'
import { messageOf } from '../../../lib/messages/errors.ts'
import { streamMessages } from '../../../lib/messages/streams.ts'
import { toast } from '../../../lib/toast.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useAnnounceStream } from '../queries.ts'
import { ChallengeField, readChallengeId, StartTimeField } from '../StreamFields.tsx'

/** Dialog that announces a stream. Its start is entered in the member's time zone. */
export function AnnounceDialog({ onClose }: { onClose: () => void }) {
  const announce = useAnnounceStream()
  const [idempotency] = useState(idempotencyKey)
  const send = async (formData: FormData) => {
    const text = (name: string) => String(formData.get(name) ?? '').trim()
    const startsAt = parseDateTime(text('startsAt'))
    if (!(startsAt > Date.now())) return { field: 'startsAt', error: streamMessages.startTimePast }
    const texts = { title: text('title'), description: text('description'), mature: formData.has('mature') }
    const announced = { ...texts, challengeId: readChallengeId(formData), startsAt: toWireTime(startsAt) }
    await announce.mutateAsync({ ...announced, key: idempotency.keyOf(announced) })
    toast(streamMessages.announced)
    return undefined
  }
  return (
    <FormDialog title="Schedule a stream" submit="Schedule" onSubmit={send} failure={messageOf} onClose={onClose}>
      {(errorOf) => (
        <>
          <TextField label="Title" name="title" required maxLength={TITLE_MAX} autoComplete="off" />
          <StartTimeField error={errorOf('startsAt')} />
          <TextField label="Description" name="description" multiline maxLength={DESCRIPTION_MAX} />
          <ChallengeField chosen={null} />
          <Checkbox name="mature">Mature</Checkbox>
        </>
      )}
    </FormDialog>
  )
}
