import { type PointerEvent, type RefObject, useState } from 'react'
import { BOARD } from '../../../../contract/limits.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import styles from './AreaPicker.module.css'
import { type AreaSide, boundsOf, MIDDLE, type Rectangle, rectangleOf, withSide } from './area.ts'

const PARTS = [
  { value: 'whole', label: 'Whole board' },
  { value: 'part', label: 'Part of the board' },
] as const

const SIDES: readonly { side: AreaSide; label: string }[] = [
  { side: 'x', label: 'Left' },
  { side: 'y', label: 'Top' },
  { side: 'width', label: 'Width' },
  { side: 'height', label: 'Height' },
]

type AreaPickerProps = {
  canvas: RefObject<HTMLCanvasElement | null>
  /** Null for the whole board. */
  area: Rectangle | null
  onArea: (area: Rectangle | null) => void
}

/** Preview of the board with a choice of a part of it, by dragging or by numbers. */
export function AreaPicker({ canvas, area, onArea }: AreaPickerProps) {
  return (
    <div className={styles.picker}>
      <DraggedOver canvas={canvas} area={area} onArea={onArea} />
      <Segmented
        label="Area"
        showLabel
        options={PARTS}
        value={area ? 'part' : 'whole'}
        onChange={(part) => onArea(part === 'whole' ? null : MIDDLE)}
      />
      {area ? (
        <fieldset className={styles.sides}>
          <legend>In pixels, or drag on the board.</legend>
          {SIDES.map(({ side, label }) => (
            <TextField
              key={side}
              type="number"
              label={label}
              {...boundsOf(area, side)}
              value={area[side]}
              onChange={({ target }) => {
                if (!Number.isNaN(target.valueAsNumber)) onArea(withSide(area, side, target.valueAsNumber))
              }}
            />
          ))}
        </fieldset>
      ) : (
        <p className={styles.hint}>Drag on the board to choose an area.</p>
      )}
    </div>
  )
}

function DraggedOver({ canvas, area, onArea }: AreaPickerProps) {
  const [dragged, setDragged] = useState<{ from: [number, number]; to: [number, number] } | null>(null)
  const pointOf = ({ clientX, clientY, currentTarget }: PointerEvent): [number, number] => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const clamp = (value: number, max: number) => Math.round(Math.min(1, Math.max(0, value)) * max)
    return [clamp((clientX - left) / width, BOARD.width), clamp((clientY - top) / height, BOARD.height)]
  }
  const shown = dragged ? rectangleOf(dragged.from, dragged.to) : area
  return (
    <div
      className={styles.board}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged({ from: pointOf(event), to: pointOf(event) })
      }}
      onPointerMove={(event) => dragged && setDragged({ ...dragged, to: pointOf(event) })}
      onPointerUp={(event) => {
        if (dragged) onArea(rectangleOf(dragged.from, pointOf(event)))
        setDragged(null)
      }}
      onPointerCancel={() => setDragged(null)}
    >
      <canvas ref={canvas} {...BOARD} role="img" aria-label="The board without these marks" />
      {shown && <span className={styles.area} style={placed(shown)} />}
    </div>
  )
}

const percent = (value: number, of: number) => `${(100 * value) / of}%`

const placed = ({ x, y, width, height }: Rectangle) => ({
  left: percent(x, BOARD.width),
  top: percent(y, BOARD.height),
  width: percent(width, BOARD.width),
  height: percent(height, BOARD.height),
})
