import * as z from 'zod/mini'
import { PEN_SIZE, PIXEL_TOOL_SIZES } from '../../../../contract/limits.ts'

const colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/))
const RECENT_MAX = 6

const tools = z.object({
  brush: z.enum(['pen', 'pixel']),
  size: z.int().check(z.gte(PEN_SIZE.min), z.lte(PEN_SIZE.max)),
  /** Side of a block in pixels. */
  pixel: z.literal(PIXEL_TOOL_SIZES),
  /** Empty share of a block, from 0 to 1. */
  inset: z.number().check(z.gte(0), z.lte(1)),
  colour,
  recent: z.array(colour).check(z.maxLength(RECENT_MAX)),
  pressure: z.boolean(),
})
/** Drawing tools [2 §5]. */
export type Tools = z.infer<typeof tools>

const FIRST: Tools = {
  ...{ brush: 'pen', size: 4, pixel: 16, inset: 0, colour: '#1b1d21', pressure: true },
  recent: ['#1b1d21', '#a3402c', '#d98a3d', '#6c7a45', '#2e6da4', '#f2f2f3'],
}

export const TOOLS_CODEC = {
  parse(stored: string | null): Tools {
    try {
      return tools.parse(JSON.parse(stored ?? ''))
    } catch {
      return FIRST
    }
  },
  serialize: (value: Tools) => JSON.stringify(value),
}

/** Moves the current colour to the front of the recent ones. */
export function withRecentColour(before: Tools): Tools {
  const { colour, recent } = before
  if (recent[0] === colour) return before
  return { ...before, recent: [colour, ...recent.filter((other) => other !== colour)].slice(0, RECENT_MAX) }
}

/** Tools with the next larger or smaller brush. */
export function resizeBrush(before: Tools, by: 1 | -1): Tools {
  if (before.brush === 'pen') {
    // Large pens change in larger steps.
    const step = by * Math.max(1, Math.round(before.size / 8))
    return { ...before, size: Math.min(PEN_SIZE.max, Math.max(PEN_SIZE.min, before.size + step)) }
  }
  const pixel = PIXEL_TOOL_SIZES[PIXEL_TOOL_SIZES.indexOf(before.pixel) + by]
  return pixel ? { ...before, pixel } : before
}

/** Purpose of the next press, if it does not draw. */
export type Pointing = 'colour' | 'author' | null

export const togglePointing = (what: Pointing) => (before: Pointing) => (before === what ? null : what)

/** Convert between "#rrggbb" and 0xrrggbb. */
export const colourNumber = (hex: string) => Number.parseInt(hex.slice(1), 16)
export const colourHex = (number: number) => `#${number.toString(16).padStart(6, '0')}`
