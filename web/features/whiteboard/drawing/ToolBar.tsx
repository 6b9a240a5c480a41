import { Fullscreen, Grid3x3, PenTool, Pipette, RotateCcwSquare, RotateCwSquare, ZoomIn, ZoomOut } from 'lucide-react'
import { type CSSProperties, type Dispatch, memo, type SetStateAction } from 'react'
import { PEN_SIZE, PIXEL_TOOL_SIZES } from '../../../../contract/limits.ts'
import { percentText } from '../../../lib/format.ts'
import { deviceHints, NO_UNDO } from '../../../lib/messages/whiteboard.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { ColourPicker } from '../../../ui/ColourPicker.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { PopoverButton } from '../../../ui/Popover.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { Slider } from '../../../ui/Slider.tsx'
import type { BoardView } from './board-view.ts'
import styles from './ToolBar.module.css'
import { type Pointing, type Tools, togglePointing } from './tools.ts'
import { TURN_STEP, ZOOM_STEP } from './useBoardKeys.ts'
import type { InputDevice } from './useInputDevice.ts'

const BRUSHES = [
  { value: 'pen', label: 'Pen', icon: PenTool },
  { value: 'pixel', label: 'Pixel', icon: Grid3x3 },
] as const

type ToolsProps = { tools: Tools; onTools: Dispatch<SetStateAction<Tools>> }
type ViewProps = Pick<BoardView, 'step' | 'reset' | 'isMoved'>
type ToolBarProps = ToolsProps &
  ViewProps & { device: InputDevice; pointing: Pointing; onPointing: Dispatch<SetStateAction<Pointing>> }

/** Brush, colour, sizes and view [2 §2 Whiteboard], and a hint for the device in use. */
export const ToolBar = memo(function ToolBar(props: ToolBarProps) {
  const { tools, onTools, device, pointing, onPointing, ...view } = props
  return (
    <section className={styles.tools} aria-label="Tools">
      <Segmented
        label="Brush"
        options={BRUSHES}
        value={tools.brush}
        onChange={(brush) => onTools((before) => ({ ...before, brush }))}
        className={styles.brushes}
      />
      <div className={styles.colours}>
        <ColourChip tools={tools} onTools={onTools} />
        <IconButton
          icon={Pipette}
          bordered
          aria-label="Pick a colour from the board"
          pressed={pointing === 'colour'}
          pressedIcon={Pipette}
          onClick={() => onPointing(togglePointing('colour'))}
        />
      </div>
      <div className={styles.sizes}>
        {tools.brush === 'pen' ? <PenSizes {...{ tools, onTools }} /> : <PixelSizes {...{ tools, onTools }} />}
      </div>
      <Recent tools={tools} onTools={onTools} />
      <ViewButtons {...view} />
      <p className={styles.tip}>
        {NO_UNDO} {deviceHints[device]}
      </p>
    </section>
  )
})

function ColourChip({ tools, onTools }: ToolsProps) {
  const chip = (
    <button type="button" className={styles.chip}>
      <span className={styles.swatch} style={{ background: tools.colour } as CSSProperties} />
      <span>Colour</span>
    </button>
  )
  const changeColour = (colour: string) => onTools((before) => ({ ...before, colour }))
  return (
    <PopoverButton trigger={chip} flush placement="bottom start">
      <ColourPicker value={tools.colour} onChange={changeColour} />
      <div className={styles.recentInPopover}>
        <Recent tools={tools} onTools={onTools} />
      </div>
    </PopoverButton>
  )
}

function PenSizes({ tools, onTools }: ToolsProps) {
  return (
    <>
      <Slider
        label="Size"
        {...PEN_SIZE}
        value={tools.size}
        onChange={(size) => onTools((before) => ({ ...before, size }))}
      />
      <div className={styles.pressure}>
        <Checkbox
          checked={tools.pressure}
          onChange={({ target }) => onTools((before) => ({ ...before, pressure: target.checked }))}
        >
          Pen pressure
        </Checkbox>
      </div>
    </>
  )
}

function PixelSizes({ tools, onTools }: ToolsProps) {
  const sizeAt = (index: number) => PIXEL_TOOL_SIZES[index] ?? tools.pixel
  return (
    <>
      <Slider
        label="Size"
        min={0}
        max={PIXEL_TOOL_SIZES.length - 1}
        format={(index) => String(sizeAt(index))}
        value={PIXEL_TOOL_SIZES.indexOf(tools.pixel)}
        onChange={(index) => onTools((before) => ({ ...before, pixel: sizeAt(index) }))}
      />
      <Slider
        label="Inset"
        max={1}
        step={0.05}
        format={percentText}
        value={tools.inset}
        onChange={(inset) => onTools((before) => ({ ...before, inset }))}
      />
    </>
  )
}

function Recent({ tools, onTools }: ToolsProps) {
  return (
    <fieldset className={styles.recent}>
      <legend>Recent</legend>
      <div>
        {tools.recent.map((colour) => (
          <button
            key={colour}
            type="button"
            style={{ background: colour } as CSSProperties}
            aria-label={`Colour ${colour}`}
            aria-pressed={colour === tools.colour}
            onClick={() => onTools((before) => ({ ...before, colour }))}
          />
        ))}
      </div>
    </fieldset>
  )
}

function ViewButtons({ step, reset, isMoved }: ViewProps) {
  return (
    <fieldset className={styles.view} aria-label="View">
      <IconButton icon={ZoomOut} aria-label="Zoom out" onClick={() => step({ by: 1 / ZOOM_STEP })} />
      <IconButton icon={ZoomIn} aria-label="Zoom in" onClick={() => step({ by: ZOOM_STEP })} />
      <IconButton icon={RotateCcwSquare} aria-label="Turn left" onClick={() => step({ turn: -TURN_STEP })} />
      <IconButton icon={RotateCwSquare} aria-label="Turn right" onClick={() => step({ turn: TURN_STEP })} />
      <IconButton icon={Fullscreen} aria-label="Reset the rotation" disabled={!isMoved} onClick={reset} />
    </fieldset>
  )
}
