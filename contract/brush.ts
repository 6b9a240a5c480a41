import * as z from 'zod/mini'
import { line } from './http/common.ts'
import { BRUSH_TITLE_MAX } from './limits.ts'

const fraction = z.number().check(z.minimum(0), z.maximum(1))
const influence = z._default(z.number().check(z.minimum(-1), z.maximum(1)), 0)
const between = (from: number, to: number) => z.number().check(z.minimum(from), z.maximum(to))

/** Influence of each input on the value, -1 to 1, applied by `applyDynamics`. */
const dynamics = { pressure: influence, speed: influence, tilt: influence }

export const tipShape = z.enum(['round', 'flat', 'textured', 'bristle', 'spray'])
export type TipShape = z.infer<typeof tipShape>

/** A brush file, version 1. docs/brush-file.md explains every field. Unknown fields are ignored. */
export const brushFile = z.object({
  format: z.literal('croquis-brush'),
  version: z.literal(1),
  title: line(BRUSH_TITLE_MAX).check(z.refine((title) => title !== '', 'a brush needs a title')),
  tip: z.object({
    shape: tipShape,
    /** Width divided by length. */
    ratio: z._default(between(0.05, 1), 1),
    /** Degrees, clockwise from horizontal. */
    angle: z._default(between(0, 180), 0),
    /** Sharpness of the edge. */
    hardness: z._default(fraction, 1),
    /** Rotates the tip with the direction of the stroke. */
    follows: z._default(z.boolean(), false),
  }),
  /** Distance between dabs, as a multiple of the size. */
  spacing: between(0.02, 4),
  /** Largest sideways offset of a dab, as a multiple of the size. */
  scatter: z._default(between(0, 4), 0),
  /** `base` is in pixels. */
  size: z.object({ base: between(1, 500), ...dynamics }),
  /** `base` is the opacity of one dab. */
  opacity: z.object({ base: fraction, ...dynamics }),
  /** Paper texture; `scale` in pixels. */
  grain: z._default(z.object({ scale: between(1, 64), depth: fraction }), { scale: 4, depth: 0 }),
  /** Random colour variation of a dab; `hue` in degrees. */
  jitter: z._default(z.object({ hue: between(0, 180), saturation: fraction, lightness: fraction }), {
    hue: 0,
    saturation: 0,
    lightness: 0,
  }),
})
export type BrushFile = z.infer<typeof brushFile>

/** Input of the pen, each value from 0 to 1. */
export type PenInput = { pressure: number; speed: number; tilt: number }
/** A value with its influences, each from -1 to 1. */
export type Dynamics = { base: number } & Record<keyof PenInput, number>

export const PEN_INPUTS = ['pressure', 'speed', 'tilt'] as const

/**
 * Reduces the base of a value by the pen's input. A positive influence reduces it when the input is low, a negative
 * influence when the input is high. The result is between 0 and the base.
 */
export function applyDynamics(value: Dynamics, input: PenInput): number {
  return PEN_INPUTS.reduce((reduced, name) => {
    const influence = value[name]
    return reduced * (influence >= 0 ? 1 - influence * (1 - input[name]) : 1 + influence * input[name])
  }, value.base)
}
