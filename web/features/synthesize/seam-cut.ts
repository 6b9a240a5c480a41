/** Widths in pixels of the parts of a patch, at its four sides, that lie over earlier patches. */
export type Overlaps = { left: number; top: number; right: number; bottom: number }

/** A number for each pixel: 1 where the patch replaces what lies below it. */
export type PatchMask = Uint8Array

/**
 * Decides which pixels of a square patch replace those below it: along each overlap it cuts where both differ least
 * (minimum-error boundary cut of Efros and Freeman).
 * @param error difference of patch and ground at each pixel of the patch, row by row; any value outside the overlaps.
 */
export function cutPatch(error: ArrayLike<number>, side: number, overlaps: Overlaps): PatchMask {
  const mask = new Uint8Array(side * side).fill(1)
  const last = side - 1
  const sides: [width: number, at: (depth: number, along: number) => number][] = [
    [overlaps.left, (depth, along) => along * side + depth],
    [overlaps.right, (depth, along) => along * side + last - depth],
    [overlaps.top, (depth, along) => depth * side + along],
    [overlaps.bottom, (depth, along) => (last - depth) * side + along],
  ]
  for (const [width, at] of sides) {
    if (width === 0) continue
    for (const [along, end] of cheapestPath(width, side, (depth, along) => error[at(depth, along)] ?? 0).entries())
      for (let depth = 0; depth < end; depth++) mask[at(depth, along)] = 0
  }
  return mask
}

/**
 * Finds the connected path of least total cost along a strip, by dynamic programming.
 * @returns the depth of the path at each of `length` places, from 0 to `width` - 1.
 */
export function cheapestPath(
  width: number,
  length: number,
  costAt: (depth: number, along: number) => number,
): Uint16Array {
  const total = new Float64Array(width * length)
  const lowest = (along: number, from: number, to: number) => {
    let best = Math.max(0, from)
    for (let depth = best + 1; depth <= Math.min(width - 1, to); depth++)
      if ((total[along * width + depth] ?? 0) < (total[along * width + best] ?? 0)) best = depth
    return best
  }
  for (let along = 0; along < length; along++) {
    for (let depth = 0; depth < width; depth++) {
      const before = along === 0 ? 0 : (total[(along - 1) * width + lowest(along - 1, depth - 1, depth + 1)] ?? 0)
      total[along * width + depth] = before + costAt(depth, along)
    }
  }
  const path = new Uint16Array(length)
  for (let along = length - 1; along >= 0; along--) {
    const after = path[along + 1]
    path[along] = after === undefined ? lowest(along, 0, width - 1) : lowest(along, after - 1, after + 1)
  }
  return path
}
