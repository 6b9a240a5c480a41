import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright/test'

/** Sends the next request to `url` over a connection that breaks after `afterBytes`; the site receives nothing. */
export async function breakUpload(page: Page, url: string, afterBytes: number): Promise<void> {
  const line = createServer((request) => {
    let carried = 0
    request.on('data', (bytes: Buffer) => {
      carried += bytes.length
      if (carried < afterBytes) return
      request.socket.destroy()
      line.close()
    })
  })
  await new Promise<void>((resolve) => line.listen(0, 'localhost', resolve))
  const { port } = line.address() as AddressInfo
  await page.route(url, (route) => route.continue({ url: `http://localhost:${port}/` }), { times: 1 })
}
