import type {} from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the stand-in for PayPal. */
    payPal: string
  }
}
