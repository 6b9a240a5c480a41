import { useQueryClient } from '@tanstack/react-query'
import type { ShownStream } from '../../../contract/http/stream.ts'
import { STAFF_REASON_MAX } from '../../../contract/limits.ts'
import { messageOf } from '../../lib/messages/codes.ts'
import { peopleMessages } from '../../lib/messages/people.ts'
import { streamMessages } from '../../lib/messages/streams.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { show } from '../../ui/toast.ts'
import { EditDialog } from './EditDialog.tsx'
import { endStream, hideReplay, reportStream } from './queries.ts'

/** What is asked about a stream before it is done. */
export type Asking = 'edit' | 'report' | 'end' | 'hide'

type StreamDialogsProps = { asking: Asking; stream: ShownStream; onClose: () => void }

/** The question that is open on a stream's page. */
export function StreamDialogs({ asking, stream, onClose }: StreamDialogsProps) {
  const client = useQueryClient()
  const { id, title, replay } = stream
  if (asking === 'edit') return <EditDialog stream={stream} onClose={onClose} />
  if (asking === 'report') {
    return (
      <ConfirmDialog
        isOpen
        onClose={onClose}
        title={`Report ${title}?`}
        confirmLabel="Report"
        onConfirm={async () => {
          await reportStream(id)
          show(streamMessages.reported)
        }}
        messageOf={peopleMessages.reportFailed}
      >
        A gloperator will look at this stream.
      </ConfirmDialog>
    )
  }
  const isHidden = replay === 'hidden'
  const [heading, submit] =
    asking === 'end'
      ? [`End ${title}`, 'End stream']
      : isHidden
        ? [`Show ${title} again`, 'Show']
        : [`Hide ${title}`, 'Hide']
  const send = async (filled: FormData) => {
    const reason = String(filled.get('reason') ?? '').trim()
    if (asking === 'end') await endStream(client, id, reason)
    else await hideReplay(client, id, !isHidden, reason)
    return undefined
  }
  return (
    <FormDialog title={heading} submit={submit} onSubmit={send} failure={messageOf} onClose={onClose}>
      <TextField
        label="Reason"
        name="reason"
        multiline
        maxLength={STAFF_REASON_MAX}
        hint="It stands in the staff's log."
      />
    </FormDialog>
  )
}
