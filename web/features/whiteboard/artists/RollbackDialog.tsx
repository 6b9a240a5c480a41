import { useEffect, useRef, useState } from 'react'
import type { BoardArea } from '../../../../contract/board/marks.ts'
import type { Person } from '../../../../contract/http/users.ts'
import { BOARD } from '../../../../contract/limits.ts'
import { rollbackFailure } from '../../../lib/messages/rollback.ts'
import { REASON_MISSING } from '../../../lib/messages/staff.ts'
import { rollbackMessage, rollbackPreviewText, whiteboardMessages } from '../../../lib/messages/whiteboard.ts'
import { toast } from '../../../lib/toast.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { StaffReasonField } from '../../staff/StaffReasonField.tsx'
import { imageDataOf } from '../drawing/usePainting.ts'
import { useRestore, useRollback } from '../queries.ts'
import { AreaPicker } from './AreaPicker.tsx'
import type { DayLog } from './day-log.ts'

const SPANS = [
  { value: '5', label: '5 minutes' },
  { value: '60', label: '1 hour' },
  { value: 'all', label: '24 hours' },
] as const
type Span = (typeof SPANS)[number]['value']

const minutesOf = (span: Span) => (span === 'all' ? null : Number(span))

type RollbackDialogProps = {
  person: Person
  loadDayLog: () => Promise<DayLog>
  /** Members seen since entering, by client. */
  presentArtists: () => ReadonlyMap<number, Person>
  shiftIndex: () => number
  onClose: () => void
}

/** Dialog for staff that rolls back a member's marks, with a preview. */
export function RollbackDialog({ person, loadDayLog, presentArtists, shiftIndex, onClose }: RollbackDialogProps) {
  const [span, setSpan] = useState<Span>('all')
  const [area, setArea] = useState<BoardArea | null>(null)
  const preview = usePreview({ person, loadDayLog, presentArtists, shiftIndex, span, area })
  const rollback = useRollback()
  const restore = useRestore()
  const send = async (formData: FormData) => {
    const reason = String(formData.get('reason') ?? '').trim()
    if (!reason) return { field: 'reason', error: REASON_MISSING }
    const body = { userId: person.id, minutes: minutesOf(span), area, reason }
    const { marks, revision } = await rollback.mutateAsync(body)
    // Not `mutate`, whose callbacks are skipped after this dialog unmounts.
    const undo = () => restore.mutateAsync(revision).catch(() => void toastFailure(whiteboardMessages.restoreFailed))
    toast(
      rollbackMessage(marks),
      marks > 0 ? { action: { label: 'Undo', onAction: () => void undo() } } : { kind: 'plain' },
    )
    return undefined
  }
  return (
    <FormDialog
      title={`Remove marks by ${person.nickname}`}
      submit="Remove"
      onSubmit={send}
      failure={rollbackFailure}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <Segmented label="Drawn in the last" showLabel options={SPANS} value={span} onChange={setSpan} />
          <AreaPicker
            canvas={preview.canvas}
            area={area}
            onArea={(area) => setArea(area && { ...area, shiftIndex: shiftIndex() })}
          />
          <p role="status">
            {preview.count === null ? 'Preparing a preview without them…' : rollbackPreviewText(preview.count)}
          </p>
          <StaffReasonField error={errorOf('reason')} />
        </>
      )}
    </FormDialog>
  )
}

type PreviewOptions = Omit<RollbackDialogProps, 'onClose'> & { span: Span; area: BoardArea | null }

/** Draws the board without the marks and counts them; the count is null while that is computed. */
function usePreview({ person, loadDayLog, presentArtists, shiftIndex, span, area }: PreviewOptions) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    let isCancelled = false
    const preview = async () => {
      setCount(null)
      const dayLog = await loadDayLog()
      const clients = dayLog.clientsOf((userId) => userId === person.id, presentArtists)
      const minutes = minutesOf(span)
      const since = minutes === null ? 0 : Date.now() - minutes * 60_000
      const { board, marks } = await dayLog.boardWithout({ clients, area, since }, shiftIndex())
      if (isCancelled) return
      canvas.current?.getContext('2d')?.putImageData(imageDataOf(board.pixels, BOARD.width), 0, 0)
      setCount(marks)
    }
    preview().catch(() => {
      if (!isCancelled) toastFailure(whiteboardMessages.artistsFailed)
    })
    return () => {
      isCancelled = true
    }
  }, [person, loadDayLog, presentArtists, shiftIndex, span, area])
  return { canvas, count }
}
