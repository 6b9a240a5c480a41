import { log } from './log.ts'

/** Runs a write without which an object must not go on: its memory is ahead of its storage, so it starts again. */
export function storeOrRestart<T>(ctx: DurableObjectState, write: () => T): T {
  try {
    return write()
  } catch (error) {
    log('error', 'room save', { reason: error instanceof Error ? error.name : 'unknown' })
    ctx.abort('the room could not be saved')
    throw error
  }
}
