import type {} from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** A sentence with the result of a test, which `npm test` prints. */
    measured?: string
  }
}
