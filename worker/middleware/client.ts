import type { Context } from 'hono'
import { networkOf } from '../lib/client-network.ts'

/** The network from which a request came, by `of`; null on a site without Cloudflare in front. */
export function clientNetwork(c: Context, of: (address: string) => string = networkOf): string | null {
  const address = c.req.header('cf-connecting-ip')
  return address === undefined ? null : of(address)
}
