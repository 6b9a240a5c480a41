import type { ShownStream } from '../../../contract/http/streams.ts'
import { REPORT_DETAILS_MAX } from '../../../contract/limits.ts'
import { peopleMessages } from '../../lib/messages/people.ts'
import { reportedMoment, streamMessages } from '../../lib/messages/streams.ts'
import { toast } from '../../lib/toast.ts'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useReportStream } from './queries.ts'

type ReportStreamDialogProps = {
  stream: ShownStream
  /** Milliseconds from the start to the picture that was shown when the dialog opened, if one was. */
  shownMs: number | undefined
  onClose: () => void
}

/** Dialog that reports a stream or replay to staff, at the moment shown. */
export function ReportStreamDialog({ stream: { id, title }, shownMs, onClose }: ReportStreamDialogProps) {
  const report = useReportStream()
  const submit = async (form: FormData) => {
    const details = String(form.get('details') ?? '').trim()
    const moment = shownMs !== undefined && { seconds: Math.floor(shownMs / 1000) }
    await report.mutateAsync({ stream: id, details, ...moment })
    toast(streamMessages.reported)
    return undefined
  }
  return (
    <FormDialog
      title={`Report ${title}?`}
      submit="Report"
      onSubmit={submit}
      failure={peopleMessages.reportFailed}
      onClose={onClose}
    >
      <FormHint>{shownMs === undefined ? streamMessages.reporting : reportedMoment(shownMs)}</FormHint>
      <TextField multiline name="details" label="What’s wrong? (optional)" maxLength={REPORT_DETAILS_MAX} />
    </FormDialog>
  )
}
