import type { CoOpNode, CoOpTree } from '../../../contract/http/co-ops.ts'

/** A continuation and its distance from the co-op sketch. */
export type OutlineLine = { node: CoOpNode; depth: number }

/**
 * Continuations in depth-first order, siblings oldest first. Continuations of a sketch that is not shown follow the
 * co-op sketch directly.
 */
export function outlineLines({ root, nodes }: Pick<CoOpTree, 'root' | 'nodes'>): OutlineLine[] {
  const known = new Set(nodes.map(({ id }) => id))
  const childrenOf = Map.groupBy(nodes, ({ id, parentId }) =>
    parentId !== null && parentId !== id && known.has(parentId) ? parentId : root.id,
  )
  const lines: OutlineLine[] = []
  const added = new Set<number>()
  const addLines = (from: readonly CoOpNode[]) => {
    const waiting = from.map((node) => ({ node, depth: 1 })).reverse()
    for (let line = waiting.pop(); line; line = waiting.pop()) {
      const { node, depth } = line
      if (added.has(node.id)) continue
      added.add(node.id)
      lines.push(line)
      const children = (childrenOf.get(node.id) ?? []).map((child) => ({ node: child, depth: depth + 1 }))
      waiting.push(...children.reverse())
    }
  }
  addLines(childrenOf.get(root.id) ?? [])
  addLines(nodes)
  return lines
}
