import type {} from 'vitest'

/** What the sign-in servers that stand beside the tests tell them. */
export type SignInServers = {
  /** A real provider with the people below. */
  provider: string
  people: { sub: string; name: string; email: string }[]
  /** A provider that does as it is told: the flaw of its tokens follows as a path. */
  faulty: string
  appleKeysUrl: string
  /** The private key, a JWK, whose public half stands at `appleKeysUrl`. */
  appleKey: string
}

declare module 'vitest' {
  interface ProvidedContext {
    signIn: SignInServers
  }
}
