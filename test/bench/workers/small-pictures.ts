import site from '../../../worker/index.ts'

export * from '../../../worker/index.ts'

const KEY = 'bench/small.webp'
let picture: Promise<ArrayBuffer | undefined> | undefined

/** The site with the same small picture at every image address, and `/plain`, an empty page of `?height=` pixels. */
export default {
  ...site,
  async fetch(request, env, context) {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/plain') return html(`<div style="height:${Number(searchParams.get('height'))}px"></div>`)
    if (!pathname.startsWith('/image/')) return site.fetch(request, env, context)
    picture ??= env.FILES.get(KEY).then((object) => object?.arrayBuffer())
    const headers = { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }
    return new Response(await picture, { headers })
  },
} satisfies ExportedHandler<Cloudflare.Env>

function html(body: string): Response {
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  return new Response(`<!doctype html><title>Plain</title><body style="margin:0">${body}`, { headers })
}
