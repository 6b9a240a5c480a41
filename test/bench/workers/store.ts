/** A minimal worker that streams files into R2 and out of it. */
export default {
  async fetch(request, env) {
    if (request.method === 'GET') {
      const object = await env.FILES.get(decodeURIComponent(new URL(request.url).pathname.slice(1)))
      return new Response(object?.body ?? null, { status: object ? 200 : 404 })
    }
    await env.FILES.put(`bare/${crypto.randomUUID()}`, request.body)
    return new Response('stored')
  },
} satisfies ExportedHandler<Cloudflare.Env>
