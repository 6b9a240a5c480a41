import { REPORT_DETAILS_MAX } from '../../../../contract/limits.ts'
import { chatMessages } from '../../../lib/messages/chat.ts'
import { peopleMessages } from '../../../lib/messages/people.ts'
import { toast } from '../../../lib/toast.ts'
import { FormDialog, FormHint } from '../../../ui/FormDialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useReportLine } from '../queries.ts'

type ReportLineDialogProps = { channel: string; line: number; nickname: string; onClose: () => void }

/** Dialog that reports a line to staff. */
export function ReportLineDialog({ channel, line, nickname, onClose }: ReportLineDialogProps) {
  const report = useReportLine()
  const submit = async (form: FormData) => {
    await report.mutateAsync({ channel, line, details: String(form.get('details') ?? '').trim() })
    toast(chatMessages.reported)
    return undefined
  }
  return (
    <FormDialog
      title={`Report this message by ${nickname}?`}
      submit="Report"
      onSubmit={submit}
      failure={peopleMessages.reportFailed}
      onClose={onClose}
    >
      <FormHint>{chatMessages.reporting}</FormHint>
      <TextField multiline name="details" label="What’s wrong? (optional)" maxLength={REPORT_DETAILS_MAX} />
    </FormDialog>
  )
}
