import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { BoardArea } from '../../../contract/board/marks.ts'
import type { Person } from '../../../contract/http/user.ts'
import { BOARD } from '../../../contract/limits.ts'
import { takenBack, whiteboardMessages, wouldVanish } from '../../lib/messages/whiteboard.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { show } from '../../ui/toast.ts'
import type { Day } from './day.ts'
import styles from './TakeBackDialog.module.css'
import { giveBack, takeBack } from './take-back.ts'
import { imageOf } from './usePainting.ts'

const SPANS = [
  { value: '5', label: '5 minutes' },
  { value: '60', label: '1 hour' },
  { value: 'all', label: '24 hours' },
] as const
type Span = (typeof SPANS)[number]['value']

const minutesOf = (span: Span) => (span === 'all' ? null : Number(span))

type TakeBackDialogProps = {
  person: Person
  day: () => Promise<Day>
  /** How often the board has moved left. */
  shiftIndex: () => number
  onClose: () => void
}

/** Staff take a member's marks back, once they have seen how the board looks without them. */
export function TakeBackDialog({ person, day, shiftIndex, onClose }: TakeBackDialogProps) {
  const [span, setSpan] = useState<Span>('all')
  const [area, setArea] = useState<BoardArea | null>(null)
  const marks = usePreview({ person, day, shiftIndex, span, area })
  const send = async () => {
    const { marks, revision } = await takeBack({ userId: person.id, minutes: minutesOf(span), area })
    const undo = () => giveBack(revision).catch(() => void show(whiteboardMessages.giveBackFailed, { kind: 'error' }))
    show(takenBack(marks), marks > 0 ? { action: { label: 'Undo', onAction: () => void undo() } } : { kind: 'plain' })
    return undefined
  }
  return (
    <FormDialog
      title={`Take back marks of ${person.nickname}`}
      submit="Take back"
      onSubmit={send}
      failure={() => whiteboardMessages.takeBackFailed}
      onClose={onClose}
    >
      <Segmented label="Drawn in the last" showLabel options={SPANS} value={span} onChange={setSpan} />
      <AreaPicker
        canvas={marks.canvas}
        area={area}
        onArea={(area) => setArea(area && { shiftIndex: shiftIndex(), ...area })}
      />
      <p role="status">
        {marks.count === null ? 'Working out how the board looks without them.' : wouldVanish(marks.count)}
      </p>
    </FormDialog>
  )
}

type PreviewOptions = Omit<TakeBackDialogProps, 'onClose'> & { span: Span; area: BoardArea | null }

/** Draws the board without the marks on a canvas, and counts them; null while that is worked out. */
function usePreview({ person, day, shiftIndex, span, area }: PreviewOptions) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    let isOver = false
    const preview = async () => {
      setCount(null)
      const of = await day()
      const clients = { has: (client: number) => of.artists.get(client)?.id === person.id }
      const minutes = minutesOf(span)
      const since = minutes === null ? 0 : Date.now() - minutes * 60_000
      const { board, marks } = await of.boardWithout({ clients, area, since }, shiftIndex())
      if (isOver) return
      canvas.current?.getContext('2d')?.putImageData(imageOf(board.pixels, BOARD.width), 0, 0)
      setCount(marks)
    }
    preview().catch(() => {
      if (!isOver) show(whiteboardMessages.dayFailed, { kind: 'error' })
    })
    return () => {
      isOver = true
    }
  }, [person, day, shiftIndex, span, area])
  return { canvas, count }
}

type Rectangle = Omit<BoardArea, 'shiftIndex'>
type AreaPickerProps = {
  canvas: React.RefObject<HTMLCanvasElement | null>
  area: Rectangle | null
  onArea: (area: Rectangle | null) => void
}

/** The board as it would be; a part of it is chosen by dragging over it. */
function AreaPicker({ canvas, area, onArea }: AreaPickerProps) {
  const [dragged, setDragged] = useState<{ from: [number, number]; to: [number, number] } | null>(null)
  const placeOf = ({ clientX, clientY, currentTarget }: PointerEvent): [number, number] => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const within = (value: number, most: number) => Math.round(Math.min(1, Math.max(0, value)) * most)
    return [within((clientX - left) / width, BOARD.width), within((clientY - top) / height, BOARD.height)]
  }
  const shown = dragged ? rectangleOf(dragged.from, dragged.to) : area
  return (
    <div className={styles.picker}>
      <div
        className={styles.board}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setDragged({ from: placeOf(event), to: placeOf(event) })
        }}
        onPointerMove={(event) => dragged && setDragged({ ...dragged, to: placeOf(event) })}
        onPointerUp={(event) => {
          if (dragged) onArea(rectangleOf(dragged.from, placeOf(event)))
          setDragged(null)
        }}
        onPointerCancel={() => setDragged(null)}
      >
        <canvas ref={canvas} {...BOARD} role="img" aria-label="The board without these marks" />
        {shown && <span className={styles.area} style={placed(shown)} />}
      </div>
      <p className={styles.hint}>
        {area ? 'Only marks that touch the part.' : 'Drag over the board to choose a part of it.'}
        {area && <Button onClick={() => onArea(null)}>Whole board</Button>}
      </p>
    </div>
  )
}

function rectangleOf([x1, y1]: [number, number], [x2, y2]: [number, number]): Rectangle | null {
  const [width, height] = [Math.abs(x2 - x1), Math.abs(y2 - y1)]
  return width > 0 && height > 0 ? { x: Math.min(x1, x2), y: Math.min(y1, y2), width, height } : null
}

const percent = (value: number, of: number) => `${(100 * value) / of}%`

const placed = ({ x, y, width, height }: Rectangle) => ({
  left: percent(x, BOARD.width),
  top: percent(y, BOARD.height),
  width: percent(width, BOARD.width),
  height: percent(height, BOARD.height),
})
