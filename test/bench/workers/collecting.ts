import site from '../../../worker/index.ts'

export { ChatRoom, SiteForChat } from '../../../worker/index.ts'

/** There with `--expose-gc`. */
declare const gc: () => void

/** The site, which at `/collect` gives back what nothing holds any more. */
export default {
  ...site,
  fetch(request, env, context) {
    if (new URL(request.url).pathname !== '/collect') return site.fetch(request, env, context)
    gc()
    return new Response('collected')
  },
} satisfies ExportedHandler<Cloudflare.Env>
