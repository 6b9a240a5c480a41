import { costOf } from '../../../contract/board/board.ts'
import type { OwnBatch } from './replica.ts'

/** So much, by the cost of a short curve, and so many batches are on their way: the board slows whom it hears too much from. */
const COST_ON_WAY = 1500
const BATCHES_ON_WAY = 20

/** The batches that can go now, of those that wait; those up to `sent` are on their way. */
export function sendable(own: readonly OwnBatch[], sent: number): OwnBatch[] {
  const onWay = own.filter(({ sequence }) => sequence <= sent)
  let cost = onWay.reduce((sum, { commands }) => sum + costOf(commands), 0)
  const go: OwnBatch[] = []
  for (const batch of own.slice(onWay.length)) {
    cost += costOf(batch.commands)
    const isFirst = onWay.length + go.length === 0
    if (!isFirst && (cost > COST_ON_WAY || onWay.length + go.length >= BATCHES_ON_WAY)) break
    go.push(batch)
  }
  return go
}
