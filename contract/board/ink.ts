/** The pen of one client: a colour, 0xrrggbb, and a width in 1/256 px. */
export type Pen = { colour: number; width: number }

/** Paper: white, opaque. */
export const PAPER = -1

const OPAQUE = 0xff << 24

/**
 * A colour, 0xrrggbb, as the pixels of a board hold it: 32 bits with their sign, which are quick to work with, red in the
 * lowest byte, so that it comes first in memory.
 */
export function packColour(colour: number): number {
  return OPAQUE | ((colour & 0xff) << 16) | (colour & 0xff00) | (colour >> 16)
}

/** A pixel once ink covers so much of it: from 0, none, to 256, all. Red and blue are blended in one go. */
export function blend(pixel: number, ink: number, coverage: number): number {
  const rest = 256 - coverage
  const redBlue =
    ((Math.imul(ink & 0xff00ff, coverage) + Math.imul(pixel & 0xff00ff, rest) + 0x800080) >>> 8) & 0xff00ff
  const green = ((Math.imul(ink & 0xff00, coverage) + Math.imul(pixel & 0xff00, rest) + 0x8000) >>> 8) & 0xff00
  return OPAQUE | redBlue | green
}
