import { REPORT_DETAILS_MAX } from '../../../../contract/limits.ts'
import { peopleMessages } from '../../../lib/messages/people.ts'
import { whiteboardMessages } from '../../../lib/messages/whiteboard.ts'
import { toast } from '../../../lib/toast.ts'
import { FormDialog, FormHint } from '../../../ui/FormDialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useReportMark } from '../queries.ts'
import type { ArtistAnswer } from './useAuthors.ts'

type ReportMarkDialogProps = { answer: ArtistAnswer; onClose: () => void }

/** Dialog that reports a mark on the board to staff. */
export function ReportMarkDialog({ answer: { person, mark }, onClose }: ReportMarkDialogProps) {
  const report = useReportMark()
  const submit = async (form: FormData) => {
    await report.mutateAsync({ mark, details: String(form.get('details') ?? '').trim() })
    toast(peopleMessages.reported)
    return undefined
  }
  return (
    <FormDialog
      title={`Report this mark by ${person.nickname}?`}
      submit="Report"
      onSubmit={submit}
      failure={peopleMessages.reportFailed}
      onClose={onClose}
    >
      <FormHint>{whiteboardMessages.reporting}</FormHint>
      <TextField multiline name="details" label="What’s wrong? (optional)" maxLength={REPORT_DETAILS_MAX} />
    </FormDialog>
  )
}
