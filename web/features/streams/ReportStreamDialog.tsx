import type { ShownStream } from '../../../contract/http/streams.ts'
import { reportedMoment, streamMessages } from '../../lib/messages/streams.ts'
import { ReportDialog } from '../../ui/ReportDialog.tsx'
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
  const moment = shownMs !== undefined && { seconds: Math.floor(shownMs / 1000) }
  return (
    <ReportDialog
      title={`Report ${title}?`}
      hint={shownMs === undefined ? streamMessages.reporting : reportedMoment(shownMs)}
      onReport={(details) => report.mutateAsync({ stream: id, details, ...moment })}
      onClose={onClose}
    />
  )
}
