import { REPORT_DETAILS_MAX } from '../../contract/limits.ts'
import { peopleMessages } from '../lib/messages/people.ts'
import { toast } from '../lib/toast.ts'
import { FormDialog, FormHint } from './FormDialog.tsx'
import { TextField } from './TextField.tsx'

type ReportDialogProps = {
  title: string
  /** Explains what staff will see. */
  hint: string
  /** The message once the report was sent. */
  thanks?: string
  onReport: (details: string) => Promise<unknown>
  onClose: () => void
}

/** Dialog that reports a thing to staff, with optional details. */
export function ReportDialog({ title, hint, thanks = peopleMessages.reported, onReport, onClose }: ReportDialogProps) {
  const submit = async (form: FormData) => {
    await onReport(String(form.get('details') ?? '').trim())
    toast(thanks)
    return undefined
  }
  return (
    <FormDialog title={title} submit="Report" onSubmit={submit} failure={peopleMessages.reportFailed} onClose={onClose}>
      <FormHint>{hint}</FormHint>
      <TextField multiline name="details" label="What’s wrong? (optional)" maxLength={REPORT_DETAILS_MAX} />
    </FormDialog>
  )
}
