import type { OwnBatch } from './replica.ts'

/** So many commands and batches are on their way at most: the board slows whom it hears too much from, then cuts them. */
const COMMANDS_ON_WAY = 1500
const BATCHES_ON_WAY = 20

/** The batches that can go now, of those that wait; those up to `sent` are on their way. */
export function sendable(own: readonly OwnBatch[], sent: number): OwnBatch[] {
  const onWay = own.filter(({ sequence }) => sequence <= sent)
  let commands = onWay.reduce((sum, batch) => sum + batch.commands.length, 0)
  const go: OwnBatch[] = []
  for (const batch of own.slice(onWay.length)) {
    commands += batch.commands.length
    const isFirst = onWay.length + go.length === 0
    if (!isFirst && (commands > COMMANDS_ON_WAY || onWay.length + go.length >= BATCHES_ON_WAY)) break
    go.push(batch)
  }
  return go
}
