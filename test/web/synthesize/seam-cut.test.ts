import { expect, test } from 'vitest'
import { cheapestPath, cutPatch } from '../../../web/features/synthesize/seam-cut.ts'

const NONE = { left: 0, top: 0, right: 0, bottom: 0 }

test('a cut follows the least difference and moves at most one pixel aside from one row to the next', () => {
  const costs = [
    [9, 9, 0, 9],
    [9, 0, 9, 9],
    [9, 9, 5, 0],
    [9, 9, 1, 9],
  ]
  // The free pixel of the third row is two columns away from that of the second.
  const path = cheapestPath(4, 4, (depth, along) => costs[along]?.[depth] ?? 0)
  expect([...path]).toEqual([2, 1, 2, 2])
})

test('a patch without overlaps replaces everything below it', () => {
  expect([...cutPatch(new Array(9).fill(1), 3, NONE)]).toEqual(new Array(9).fill(1))
})

test.each([
  ['left', (x: number) => x],
  ['right', (x: number) => 4 - x],
  ['top', (_: number, y: number) => y],
  ['bottom', (_: number, y: number) => 4 - y],
] as const)('a patch begins at the cut of its overlap at the %s', (edge, depthAt) => {
  const depths = Array.from({ length: 25 }, (_, at) => depthAt(at % 5, Math.floor(at / 5)))
  const mask = cutPatch(
    depths.map((depth) => (depth === 1 ? 0 : 9)),
    5,
    { ...NONE, [edge]: 3 },
  )
  expect([...mask]).toEqual(depths.map((depth) => (depth === 0 ? 0 : 1)))
})
