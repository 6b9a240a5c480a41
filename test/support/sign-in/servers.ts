import type {} from 'vitest'

export type SignInServers = {
  /** A working provider with `people`. */
  provider: string
  people: { sub: string; name: string; email: string }[]
  /** A provider with flawed tokens; a path selects the flaw. */
  faulty: string
  appleKeysUrl: string
  /** Private JWK; its public part is at `appleKeysUrl`. */
  appleKey: string
}

declare module 'vitest' {
  interface ProvidedContext {
    signIn: SignInServers
  }
}
