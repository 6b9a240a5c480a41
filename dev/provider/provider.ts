import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Provider } from 'oidc-provider'
import { type Client, createConfiguration } from './configuration.ts'
import { listen } from './listen.ts'
import { mailPage } from './mail-page.ts'
import { createDirectory, type SignInAccount } from './people.ts'
import { handleSignIn } from './sign-in.ts'

export type { SignInAccount } from './people.ts'

export type ProviderOptions = Client & {
  port: number
  /** Default: both loopback addresses, IPv4 and IPv6. */
  host?: string
  people: () => Promise<SignInAccount[]>
}

/** Starts the local stand-in for Google's sign-in, with a page of the mails that the site sent. */
export async function startProvider(options: ProviderOptions): Promise<{ issuer: string; close(): Promise<void> }> {
  const { port, host, people, redirectUris } = options
  const issuer = `http://localhost:${port}`
  const origins = [...new Set(redirectUris.map((uri) => new URL(uri).origin))]
  const siteUrl = origins[0] ?? issuer
  const directory = createDirectory(people)
  const provider = new Provider(issuer, await createConfiguration(options, directory, siteUrl))
  provider.on('server_error', (_context, error) => console.error('Local sign-in:', error))
  const protocol = provider.callback()
  const styles = await readFile(join(import.meta.dirname, 'sign-in.css'))

  // Chromium checks redirects after a form against form-action, so the client's origin is listed too.
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action 'self' ${origins.join(' ')}`,
  ].join('; ')

  const send = (response: ServerResponse, status: number, page: string) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(page)
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url?.split('?')[0] ?? '/'
    response.setHeader('content-security-policy', policy)
    response.setHeader('x-content-type-options', 'nosniff')
    if (path === '/sign-in.css') response.setHeader('content-type', 'text/css; charset=utf-8').end(styles)
    else if (path === '/mail') send(response, 200, await mailPage(siteUrl))
    else if (path.startsWith('/interaction/'))
      await handleSignIn(request, response, { provider, directory, siteUrl, send })
    else await protocol(request, response)
  }

  const close = await listen({ port, hosts: host ? [host] : ['127.0.0.1', '::1'] }, (request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error('Local sign-in:', error)
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' })
      response.end('The local sign-in failed. The reason is in the terminal.')
    })
  })
  return { issuer, close }
}
