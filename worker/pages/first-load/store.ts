import type { Context } from 'hono'
import { sessionReply } from '../../../contract/http/auth.ts'
import { storeReply } from '../../../contract/http/store.ts'
import { heartsText, patronText } from '../../../contract/store.ts'
import { isVisitor } from '../../middleware/site-page.ts'
import { type FirstLoad, SESSION_CALL } from './page.ts'

/** The store: what it sells to a member. Visitors read that it needs a login. */
export function storePage(c: Context): FirstLoad {
  const template = 'store'
  if (isVisitor(c)) return { template, values: () => ({}) }
  const call = { path: '/api/v2/store' }
  return {
    template,
    calls: [call],
    values(reply) {
      const offer = reply(storeReply, call)
      const user = reply(sessionReply, SESSION_CALL)?.user
      // A buyer who returns without paying gets their draft back. Only the browser has it.
      if (!offer || !user || c.req.query('cancelled') !== undefined) return null
      return {
        offer: {
          hearts: heartsText(offer),
          patron: patronText(offer, 'UTC'),
          open: offer.open,
          host: new URL(c.req.url).host,
          nickname: user.nickname,
          year: new Date().getUTCFullYear(),
        },
      }
    },
  }
}
