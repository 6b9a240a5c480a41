import { CALLS_PER_MINUTE } from '../../../contract/limits.ts'
import { app } from '../../../worker/app.ts'
import worker from '../../../worker/index.ts'
import { ROUTES_PATH, type Route } from '../lib/fuzz/route.ts'

export * from '../../../worker/index.ts'

const UNLIMITED = { limit: async () => ({ success: true }) }
const unlimitedRates = Object.fromEntries(Object.keys(CALLS_PER_MINUTE).map((name) => [name, UNLIMITED]))

/** The site without limits on calls. It also lists its routes. */
export default {
  async fetch(request, env, context) {
    if (new URL(request.url).pathname === ROUTES_PATH) return Response.json(routes())
    return await worker.fetch(request, { ...env, ...unlimitedRates }, context)
  },
} satisfies ExportedHandler<Cloudflare.Env>

function routes(): Route[] {
  const handled = app.routes.filter(({ method }) => method !== 'ALL')
  const unique = new Map(handled.map(({ method, path }) => [`${method} ${path}`, { method, path }]))
  return [...unique.values()]
}
