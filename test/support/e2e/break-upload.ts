import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright/test'

/** Sends the next request to `url` over a connection that breaks after `afterBytes`; the site receives nothing. */
export async function breakUpload(page: Page, url: string, afterBytes: number): Promise<void> {
  const server = createServer((request) => {
    let received = 0
    request.on('data', (bytes: Buffer) => {
      received += bytes.length
      if (received < afterBytes) return
      request.socket.destroy()
      server.close()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  await page.route(url, (route) => route.continue({ url: `http://localhost:${port}/` }), { times: 1 })
}
