/** `colour` is 0xrrggbb, `width` in 1/256 px. */
export type Pen = { colour: number; width: number }

/** Opaque white as a packed pixel. */
export const PAPER = -1

const OPAQUE = 0xff << 24

/** Packs 0xrrggbb into a signed 32-bit pixel, with red in the lowest byte and therefore first in memory. */
export function packColour(colour: number): number {
  return OPAQUE | ((colour & 0xff) << 16) | (colour & 0xff00) | (colour >> 16)
}

/** Blends ink over a pixel; `coverage` from 0 to 256. Red and blue share one multiplication. */
export function blend(pixel: number, ink: number, coverage: number): number {
  const rest = 256 - coverage
  const redBlue =
    ((Math.imul(ink & 0xff00ff, coverage) + Math.imul(pixel & 0xff00ff, rest) + 0x800080) >>> 8) & 0xff00ff
  const green = ((Math.imul(ink & 0xff00, coverage) + Math.imul(pixel & 0xff00, rest) + 0x8000) >>> 8) & 0xff00
  return OPAQUE | redBlue | green
}
