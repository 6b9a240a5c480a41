import { chatMessages } from '../../../lib/messages/chat.ts'
import { ReportDialog } from '../../../ui/ReportDialog.tsx'
import { useReportLine } from '../queries.ts'

type ReportLineDialogProps = { channel: string; line: number; nickname: string; onClose: () => void }

/** Dialog that reports a line to staff. */
export function ReportLineDialog({ channel, line, nickname, onClose }: ReportLineDialogProps) {
  const report = useReportLine()
  return (
    <ReportDialog
      title={`Report this message by ${nickname}?`}
      hint={chatMessages.reporting}
      thanks={chatMessages.reported}
      onReport={(details) => report.mutateAsync({ channel, line, details })}
      onClose={onClose}
    />
  )
}
