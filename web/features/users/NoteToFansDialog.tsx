import { FAN_NOTE_MAX } from '../../../contract/limits.ts'
import { countText } from '../../lib/format.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { toast } from '../../lib/toast.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useNoteToFans } from './queries.ts'

/** Form of a note to all fans [2 §7]. */
export function NoteToFansDialog({ onClose }: { onClose: () => void }) {
  const send = useNoteToFans()
  const submit = async (form: FormData) => {
    const message = String(form.get('message') ?? '').trim()
    if (!message) return { field: 'message', error: 'Write something first.' }
    const { fansNotified } = await send.mutateAsync(message)
    toast(`Your note goes to ${countText(fansNotified, 'fan')}.`)
    return undefined
  }
  return (
    <FormDialog title="Write to your fans" submit="Send" onSubmit={submit} failure={messageOf} onClose={onClose}>
      {(errorOf) => (
        <TextField
          multiline
          name="message"
          label="Note"
          hint="It appears in the notifications of every fan who wants your notes. You can send one a day."
          maxLength={FAN_NOTE_MAX}
          error={errorOf('message')}
        />
      )}
    </FormDialog>
  )
}
