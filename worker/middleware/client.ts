import type { Context } from 'hono'
import { networkOf } from '../lib/client-network.ts'

/** The address from which a request came; null on a site without Cloudflare in front. */
export function clientAddress(c: Context): string | null {
  return c.req.header('cf-connecting-ip') ?? null
}

/** The network from which a request came, by `of`; null on a site without Cloudflare in front. */
export function clientNetwork(c: Context, of: (address: string) => string = networkOf): string | null {
  const address = clientAddress(c)
  return address === null ? null : of(address)
}
