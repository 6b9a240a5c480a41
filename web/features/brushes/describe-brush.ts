import { type BrushFile, type Dynamics, PEN_INPUTS, type TipShape } from '../../../contract/brush.ts'
import { percentText } from '../../lib/format.ts'

const SHAPES: Record<TipShape, string> = {
  round: 'Round',
  flat: 'Flat',
  textured: 'Textured',
  bristle: 'Bristles',
  spray: 'Spray',
}

/** Describes a brush as pairs of property and text. */
export function describeBrush(brush: BrushFile): [name: string, text: string][] {
  return [
    ['Tip', tipText(brush)],
    ['Size', `${Math.round(brush.size.base)} pixels${changes(brush.size, 'thinner')}`],
    ['Opacity', `${percentText(brush.opacity.base)} per dab${changes(brush.opacity, 'lighter')}`],
    ['Spacing', spacingText(brush)],
    ['Grain', brush.grain.depth === 0 ? 'None' : `${percentText(brush.grain.depth)}, ${grainSize(brush)} grain`],
    ['Colour', jitterText(brush)],
  ]
}

function tipText({ tip }: BrushFile): string {
  const facts = [
    SHAPES[tip.shape],
    tip.hardness < 0.35 ? 'soft edge' : tip.hardness > 0.8 ? 'hard edge' : 'slightly soft edge',
    tip.ratio < 1 && `${percentText(tip.ratio)} as wide as it is long`,
    tip.follows ? 'turns with the stroke' : tip.ratio < 1 && tip.angle > 0 && `held at ${tip.angle}°`,
  ]
  return facts.filter(Boolean).join(', ')
}

const MORE: Record<(typeof PEN_INPUTS)[number], readonly [most: string, least: string]> = {
  pressure: ['with light pressure', 'under pressure'],
  speed: ['with slow strokes', 'with fast strokes'],
  tilt: ['as the pen is held upright', 'as the pen tilts'],
}

/** Describes when a value is less than its base; `less` is the adjective, such as "thinner". */
function changes(value: Dynamics, less: string): string {
  const descriptions = PEN_INPUTS.filter((name) => value[name] !== 0).map((name) => {
    const by = Math.abs(value[name])
    const degree = by < 0.25 ? 'slightly ' : by > 0.65 ? 'much ' : ''
    return `${degree}${less} ${MORE[name][value[name] > 0 ? 0 : 1]}`
  })
  return descriptions.length === 0 ? ', always' : `, ${descriptions.join(', ')}`
}

function spacingText({ spacing, scatter }: BrushFile): string {
  const close = spacing <= 0.15 ? 'Continuous' : spacing < 1 ? 'Dab by dab' : 'Dabs apart'
  return scatter === 0 ? close : `${close}, ${scatter > 0.3 ? 'widely' : 'slightly'} scattered`
}

const grainSize = ({ grain }: BrushFile) => (grain.scale < 5 ? 'fine' : grain.scale < 9 ? 'medium' : 'coarse')

function jitterText({ jitter }: BrushFile): string {
  const variations = [
    jitter.hue > 0 && `hue by ${jitter.hue}°`,
    jitter.saturation > 0 && `saturation by ${percentText(jitter.saturation)}`,
    jitter.lightness > 0 && `lightness by ${percentText(jitter.lightness)}`,
  ].filter(Boolean)
  return variations.length === 0 ? 'As chosen' : `Varies: ${variations.join(', ')}`
}
