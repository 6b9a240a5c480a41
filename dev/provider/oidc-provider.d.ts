// The parts of oidc-provider 9 that the local stand-in uses: the package carries no types of its own.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export type Adapter = {
    upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void>
    find(id: string): Promise<AdapterPayload | undefined>
    findByUid(uid: string): Promise<AdapterPayload | undefined>
    findByUserCode(userCode: string): Promise<AdapterPayload | undefined>
    consume(id: string): Promise<void>
    destroy(id: string): Promise<void>
    revokeByGrantId(grantId: string): Promise<void>
  }

  export type AdapterPayload = { grantId?: string; consumed?: number; [key: string]: unknown }

  /** The Koa context, as far as the stand-in writes to it. */
  export type Context = { type: string; body: string; status: number; set(name: string, value: string): void }

  export type Account = {
    accountId: string
    claims(): Promise<{ sub: string; [claim: string]: unknown }>
  }

  export type Interaction = { uid: string; params: { client_id: string } }

  export type InteractionResult =
    | { login: { accountId: string; remember: boolean }; consent: { grantId: string }; select_account: object }
    | { error: string; error_description: string }

  export type Configuration = {
    adapter: (model: string) => Adapter
    claims: Record<string, string[]>
    clientAuthMethods: string[]
    clientBasedCORS: () => boolean
    clients: {
      client_id: string
      client_secret: string
      redirect_uris: string[]
      grant_types: string[]
      response_types: string[]
    }[]
    conformIdTokenClaims: boolean
    cookies: { keys: string[]; long: CookieOptions; short: CookieOptions }
    expiresWithSession: () => Promise<boolean>
    features: Record<string, { enabled: boolean }>
    findAccount: (context: Context, sub: string) => Promise<Account | undefined>
    interactions: { policy: Policy; url: (context: Context, interaction: Interaction) => string }
    jwks: { keys: object[] }
    pkce: { required: () => boolean }
    renderError: (context: Context, out: ErrorOut, error: Error) => void
    responseTypes: string[]
    scopes: string[]
    ttl: Record<string, number>
  }

  export type CookieOptions = { httpOnly: boolean; sameSite: 'lax'; path?: string }

  export type ErrorOut = { error: string; error_description?: string }

  export type Policy = { add(prompt: interactionPolicy.Prompt): void }

  export class Provider {
    constructor(issuer: string, configuration: Configuration)
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    cookieName(type: 'interaction'): string
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: InteractionResult): Promise<void>
    on(event: 'server_error', listener: (context: Context, error: Error) => void): this
    readonly Grant: new (subject: {
      accountId: string
      clientId: string
    }) => { addOIDCScope(scope: string): void; save(ttl?: number): Promise<string> }
  }

  export namespace errors {
    class SessionNotFound extends Error {}
  }

  export namespace interactionPolicy {
    class Prompt {
      constructor(options: { name: string; requestable: boolean })
    }
    function base(): Policy
  }
}
