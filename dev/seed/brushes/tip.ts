import type { BrushFile } from '../../../contract/brush.ts'

/** Hash of a lattice point, from 0 to 1. */
function lattice(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

/** Smooth noise from 0 to 1, with features about one unit wide. */
export function noise(x: number, y: number, seed: number): number {
  const [ix, iy] = [Math.floor(x), Math.floor(y)]
  const ease = (t: number) => t * t * (3 - 2 * t)
  const [tx, ty] = [ease(x - ix), ease(y - iy)]
  const mix = (a: number, b: number, t: number) => a + (b - a) * t
  const row = (at: number) => mix(lattice(ix, at, seed), lattice(ix + 1, at, seed), tx)
  return mix(row(iy), row(iy + 1), ty)
}

const clamp = (value: number) => Math.min(1, Math.max(0, value))

/** Part of the ink that the paper's grain lets through at a pixel, 0 to 1. */
export function grainAt({ scale: size, depth }: BrushFile['grain'], scale: number, x: number, y: number): number {
  if (depth === 0) return 1
  const unit = Math.max(1, size * scale)
  const rough = 0.65 * noise(x / unit, y / unit, 7) + 0.35 * noise((2.3 * x) / unit, (2.3 * y) / unit, 11)
  return 1 - depth * clamp((rough - 0.32) * 2.6)
}

const BRISTLES = 9
const DROPS = 7

/**
 * Coverage within a dab, 0 to 1. `along` and `across` are -1 to 1 within the tip, `half` is half its length in
 * pixels.
 */
export function coverage(tip: BrushFile['tip'], along: number, across: number, half: number, seed: number): number {
  const distance = tip.shape === 'flat' ? Math.max(Math.abs(along), Math.abs(across)) : Math.hypot(along, across)
  if (distance >= 1) return 0
  const soft = Math.max(1 / half, 1 - tip.hardness)
  const edge = clamp((1 - distance) / soft)
  switch (tip.shape) {
    case 'round':
    case 'flat':
      return edge
    case 'textured':
      return edge * clamp((noise(along * 4 + 9, across * 4 + 9, seed) - 0.4) * 4)
    case 'bristle':
      return edge * clamp((noise((along + 1) * BRISTLES, 0.5, seed) - 0.35) * 3)
    case 'spray':
      return lattice(Math.round((along + 1) * DROPS), Math.round((across + 1) * DROPS), seed) < 0.1 * edge ? 1 : 0
  }
}
