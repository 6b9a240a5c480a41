import type {} from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** What a test measured, as a sentence that `npm test` prints. */
    measured?: string
  }
}
