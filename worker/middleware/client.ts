import type { Context } from 'hono'
import { networkOf } from '../lib/client-network.ts'

/** The network from which a request came; null on a site without Cloudflare in front. */
export function clientNetwork(c: Context): string | null {
  const address = c.req.header('cf-connecting-ip')
  return address === undefined ? null : networkOf(address)
}
