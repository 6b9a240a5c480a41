import type { IncomingMessage, ServerResponse } from 'node:http'
import { errors, type InteractionResults, type Provider } from 'oidc-provider'
import { SCOPES } from './configuration.ts'
import { type Directory, NAME_MAX, type SignInAccount } from './people.ts'
import { errorPage, signInPage } from './sign-in-page.ts'

type SignIn = {
  provider: Provider
  directory: Directory
  siteUrl: string
  send(response: ServerResponse, status: number, page: string): void
}

const FORM_MAX = 16 * 1024

/** Shows the account picker and redirects to the client with the result. */
export async function handleSignIn(request: IncomingMessage, response: ServerResponse, options: SignIn): Promise<void> {
  const { provider, directory, siteUrl, send } = options
  try {
    const { params } = await provider.interactionDetails(request, response)
    if (request.method !== 'POST') return send(response, 200, signInPage({ people: await directory.list() }))

    const form = await readForm(request)
    if (form.has('cancel')) {
      return await finish({ error: 'access_denied', error_description: 'The sign-in was cancelled.' })
    }

    const typed = form.get('name')
    const person = typed === null ? await directory.find(form.get('sub') ?? '') : await directory.findOrCreate(typed)
    if (person) return await finish(await login(person, String(params.client_id)))
    const error = typed === null ? 'That person is gone. Pick another.' : `Type a name of 1 to ${NAME_MAX} characters.`
    send(response, 400, signInPage({ people: await directory.list(), typed: typed ?? undefined, error }))
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error
    send(response, 400, errorPage('This sign-in is over, or was begun in another browser. Start again.', siteUrl))
  }

  async function login({ sub }: SignInAccount, clientId: string): Promise<InteractionResults> {
    const grant = new provider.Grant({ accountId: sub, clientId })
    grant.addOIDCScope(SCOPES.join(' '))
    const consent = { grantId: await grant.save() }
    return { login: { accountId: sub, remember: false }, consent, select_account: {} }
  }

  async function finish(result: InteractionResults) {
    // Browsers limit the cookies of localhost across all ports, so each sign-in deletes its own.
    const name = provider.cookieName('interaction')
    const expired = [name, `${name}.sig`].map((cookie) => `${cookie}=; Path=${request.url}; Max-Age=0; HttpOnly`)
    response.setHeader('set-cookie', expired)
    await provider.interactionFinished(request, response, result)
  }
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let body = ''
  request.setEncoding('utf8')
  for await (const chunk of request) {
    body += chunk
    if (body.length > FORM_MAX) throw new Error('The sign-in form is too long.')
  }
  return new URLSearchParams(body)
}
