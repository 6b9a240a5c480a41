import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CoOpNode } from '../../../contract/http/co-ops.ts'
import { outlineLines } from '../../../web/features/co-ops/outline.ts'

const node = (id: number, parentId: number | null) => ({ id, parentId }) as CoOpNode
const linesOf = (nodes: CoOpNode[]) =>
  outlineLines({ root: node(1, null), nodes }).map(({ node, depth }) => [node.id, depth])

describe('the outline of a co-op', () => {
  it('each continuation is below its parent, oldest first', () => {
    const nodes = [node(2, 1), node(3, 1), node(4, 2), node(5, 3), node(6, 2), node(7, 4)]
    expect(linesOf(nodes)).toEqual([
      [2, 1],
      [4, 2],
      [7, 3],
      [6, 2],
      [3, 1],
      [5, 2],
    ])
  })

  it('a continuation of a hidden sketch is below the co-op itself', () => {
    expect(linesOf([node(5, 4), node(6, 5), node(7, null)])).toEqual([
      [5, 1],
      [6, 2],
      [7, 1],
    ])
  })

  it('each continuation is listed once, whatever its parent', () => {
    const parent = fc.option(fc.integer({ min: 1, max: 40 }), { nil: null })
    fc.assert(
      fc.property(fc.array(parent, { maxLength: 30 }), (parents) => {
        const nodes = parents.map((parentId, index) => node(index + 2, parentId))
        const ids = linesOf(nodes).map(([id]) => id as number)
        expect(ids.sort((a, b) => a - b)).toEqual(nodes.map(({ id }) => id))
      }),
    )
  })
})
