import { log } from './log.ts'

/** Runs a write. If it fails, restarts the object, because its memory no longer matches its storage. */
export function storeOrRestart<T>(ctx: DurableObjectState, write: () => T): T {
  try {
    return write()
  } catch (error) {
    log('error', 'room save', { reason: error instanceof Error ? error.name : 'unknown' })
    ctx.abort('the room could not be saved')
    throw error
  }
}
