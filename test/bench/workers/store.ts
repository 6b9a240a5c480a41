/** A minimal worker that streams a file into R2. */
export default {
  async fetch(request, env) {
    await env.FILES.put(`bare/${crypto.randomUUID()}`, request.body)
    return new Response('stored')
  },
} satisfies ExportedHandler<Cloudflare.Env>
