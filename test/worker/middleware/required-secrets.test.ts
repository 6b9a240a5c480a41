import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { errorOf, sendRequestWith } from '../../support/worker/site.ts'

describe('a site without a secret', () => {
  it.each(['TICKET_SECRET', 'MAIL_SECRET', 'API_KEY_SECRET'])(
    'a site without %s refuses all requests',
    async (name) => {
      const bindings = { ...env, [name]: undefined } as unknown as Cloudflare.Env
      for (const path of ['/healthz', '/', '/api/v2/session', '/sign-in'])
        expect([path, ...(await errorOf(sendRequestWith(bindings, path)))]).toEqual([path, 503, 'not_configured'])
    },
  )
})
