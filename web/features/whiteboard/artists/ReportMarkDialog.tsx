import { whiteboardMessages } from '../../../lib/messages/whiteboard.ts'
import { ReportDialog } from '../../../ui/ReportDialog.tsx'
import { useReportMark } from '../queries.ts'
import type { ArtistAnswer } from './useAuthors.ts'

type ReportMarkDialogProps = { answer: ArtistAnswer; onClose: () => void }

/** Dialog that reports a mark on the board to staff. */
export function ReportMarkDialog({ answer: { person, mark }, onClose }: ReportMarkDialogProps) {
  const report = useReportMark()
  return (
    <ReportDialog
      title={`Report this mark by ${person.nickname}?`}
      hint={whiteboardMessages.reporting}
      onReport={(details) => report.mutateAsync({ mark, details })}
      onClose={onClose}
    />
  )
}
