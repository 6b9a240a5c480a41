import * as z from 'zod/mini'
import { line } from './http/common.ts'
import { BRUSH_TITLE_MAX } from './limits.ts'

const fraction = z.number().check(z.minimum(0), z.maximum(1))
const influence = z._default(z.number().check(z.minimum(-1), z.maximum(1)), 0)
const between = (from: number, to: number) => z.number().check(z.minimum(from), z.maximum(to))

/** How hand and pen change a value: each from -1 to 1, 0 for not at all. See `applyDynamics`. */
const dynamics = { pressure: influence, speed: influence, tilt: influence }

/** The form of one dab: what lies within it. */
export const tipShape = z.enum(['round', 'flat', 'textured', 'bristle', 'spray'])
export type TipShape = z.infer<typeof tipShape>

/** A brush file, version 1; docs/brush-file.md says what each field is. Unknown fields are passed over. */
export const brushFile = z.object({
  format: z.literal('croquis-brush'),
  version: z.literal(1),
  title: line(BRUSH_TITLE_MAX).check(z.refine((title) => title !== '', 'a brush has a title')),
  tip: z.object({
    shape: tipShape,
    /** Breadth divided by length. */
    ratio: z._default(between(0.05, 1), 1),
    /** Degrees, clockwise from lying. */
    angle: z._default(between(0, 180), 0),
    /** How sharp its edge is. */
    hardness: z._default(fraction, 1),
    /** Turns with the stroke. */
    follows: z._default(z.boolean(), false),
  }),
  /** From one dab to the next, in sizes. */
  spacing: between(0.02, 4),
  /** How far dabs fall beside the stroke, in sizes. */
  scatter: z._default(between(0, 4), 0),
  /** `base` in pixels. */
  size: z.object({ base: between(1, 500), ...dynamics }),
  /** `base` is that of one dab. */
  opacity: z.object({ base: fraction, ...dynamics }),
  /** What of the paper shows through; `scale` in pixels. */
  grain: z._default(z.object({ scale: between(1, 64), depth: fraction }), { scale: 4, depth: 0 }),
  /** How far the colour of a dab strays: `hue` in degrees. */
  jitter: z._default(z.object({ hue: between(0, 180), saturation: fraction, lightness: fraction }), {
    hue: 0,
    saturation: 0,
    lightness: 0,
  }),
})
export type BrushFile = z.infer<typeof brushFile>

/** What the pen says at a moment: each from 0 to 1. */
export type PenInput = { pressure: number; speed: number; tilt: number }
export type Dynamics = { base: number } & PenInput

/** The three that change a value, in the order in which they are told. */
export const PEN_INPUTS = ['pressure', 'speed', 'tilt'] as const

/**
 * A value under a hand: each influence above 0 takes as much of it away as its input is missing, each below 0 as much as
 * its input is there. So the value is never above its base and never below 0.
 */
export function applyDynamics(value: Dynamics, hand: PenInput): number {
  return PEN_INPUTS.reduce((left, name) => {
    const by = value[name]
    return left * (by >= 0 ? 1 - by * (1 - hand[name]) : 1 + by * hand[name])
  }, value.base)
}
