import { type KeyboardEvent, useState } from 'react'
import {
  type Color,
  ColorArea,
  ColorField,
  ColorPicker,
  ColorSlider,
  ColorSwatch,
  ColorSwatchPicker,
  ColorSwatchPickerItem,
  ColorThumb,
  Input,
  parseColor,
  SliderTrack,
} from 'react-aria-components'
import { classes } from '../classes.ts'
import styles from './ColourPicker.module.css'

const SWATCHES = [
  ['#1b1d21', 'Ink'],
  ['#54585f', 'Slate'],
  ['#a9acb1', 'Grey'],
  ['#f2f2f3', 'Paper'],
  ['#a3402c', 'Brick'],
  ['#d98a3d', 'Amber'],
  ['#e8c35a', 'Straw'],
  ['#6c7a45', 'Moss'],
  ['#2f6a6c', 'Teal'],
  ['#2e6da4', 'Blue pencil'],
  ['#4b4765', 'Plum'],
  ['#94735a', 'Clay'],
] as const

const COARSE_STEP = 10
const HUE_MAX = 360
const ARROWS: Record<string, number> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }

type ColourPickerProps = {
  /** `#rrggbb` in lower case. */
  value: string
  onChange: (value: string) => void
  /** Adds a shadow; not inside a Popover, which has one. */
  elevated?: boolean
}

const toHsb = (hex: string) => parseColor(hex).toFormat('hsb')
/** Greys and black have no hue, so the previous hue stays. */
function keepHue(next: Color, before: Color): Color {
  const hsb = next.toFormat('hsb')
  const hasNoHue = hsb.getChannelValue('saturation') === 0 || hsb.getChannelValue('brightness') === 0
  if (next.getColorSpace() !== 'rgb' || !hasNoHue) return hsb
  return hsb.withChannelValue('hue', before.getChannelValue('hue'))
}
const toHex = (colour: Color) => colour.toString('hex').toLowerCase()

/**
 * Saturation and brightness field, hue slider, hex input and twelve swatches; arrow keys move by 1, with Shift by 10.
 */
export function ColourPicker({ value, onChange, elevated }: ColourPickerProps) {
  // Stored as HSB, because a grey in hex has no hue.
  const [hsbValue, setHsbValue] = useState(() => toHsb(value))
  const colour = toHex(hsbValue) === value.toLowerCase() ? hsbValue : toHsb(value)

  const change = (next: Color) => {
    const hsb = keepHue(next, colour)
    setHsbValue(hsb)
    if (toHex(hsb) !== toHex(colour)) onChange(toHex(hsb))
  }
  /** Overrides the library's step of 15 with Shift. */
  const stepHue = (event: KeyboardEvent) => {
    const direction = ARROWS[event.key]
    if (!event.shiftKey || direction === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const hue = colour.getChannelValue('hue') + direction * COARSE_STEP
    change(colour.withChannelValue('hue', Math.min(Math.max(hue, 0), HUE_MAX)))
  }
  return (
    <ColorPicker value={colour} onChange={change}>
      <div className={classes(styles.picker, elevated && styles.elevated)}>
        <ColorArea
          aria-label="Saturation and brightness"
          colorSpace="hsb"
          xChannel="saturation"
          yChannel="brightness"
          className={styles.area}
        >
          <ColorThumb className={styles.thumb} />
        </ColorArea>
        <div onKeyDownCapture={stepHue}>
          <ColorSlider aria-label="Hue" colorSpace="hsb" channel="hue" className={styles.hue}>
            <SliderTrack className={styles.track}>
              <ColorThumb className={styles.bar} />
            </SliderTrack>
          </ColorSlider>
        </div>
        <div className={styles.value}>
          <ColorSwatch className={styles.swatch} />
          <ColorField aria-label="Colour value" className={styles.hex}>
            <Input className={styles.input} />
          </ColorField>
        </div>
        <ColorSwatchPicker aria-label="Swatches" className={styles.choices}>
          {SWATCHES.map(([hex, name]) => (
            <ColorSwatchPickerItem key={hex} color={hex} className={styles.choice}>
              <ColorSwatch colorName={name} className={styles.colour} />
            </ColorSwatchPickerItem>
          ))}
        </ColorSwatchPicker>
      </div>
    </ColorPicker>
  )
}
