import { once } from 'node:events'

/** A minimal client of the Chrome DevTools Protocol. */
export type Devtools = {
  send: <Answer>(method: string, params?: object) => Promise<Answer>
  close: () => Promise<void>
}

type Message = { id?: number; result?: unknown; error?: { message: string } }

/**
 * Opens an empty page in the browser with this debugging port. Playwright listens to every request, which takes a
 * quarter of a core while a gallery scrolls.
 */
export async function openDevtools(port: number): Promise<Devtools> {
  const browser = `http://127.0.0.1:${port}/json`
  const created = await fetch(`${browser}/new?about:blank`, { method: 'PUT' })
  const target = (await created.json()) as { id: string; webSocketDebuggerUrl: string }
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await once(socket, 'open')
  const waiting = new Map<number, (message: Message) => void>()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id === undefined) return
    waiting.get(message.id)?.(message)
    waiting.delete(message.id)
  })
  let last = 0
  return {
    async send<Answer>(method: string, params: object = {}) {
      const id = ++last
      const answered = new Promise<Message>((resolve) => waiting.set(id, resolve))
      socket.send(JSON.stringify({ id, method, params }))
      const { result, error } = await answered
      if (error) throw new Error(`${method}: ${error.message}`)
      return result as Answer
    },
    async close() {
      await fetch(`${browser}/close/${target.id}`)
      socket.close()
    },
  }
}

/** Runs a self-contained function in the page; returns its resolved value. */
export async function evaluate<Given, Answer>(
  { send }: Devtools,
  code: (given: Given) => Answer | Promise<Answer>,
  given: Given,
): Promise<Answer> {
  const { result, exceptionDetails } = await send<{
    result: { value: Answer }
    exceptionDetails?: { exception?: { description?: string } }
  }>('Runtime.evaluate', {
    expression: `(${code})(${JSON.stringify(given)})`,
    awaitPromise: true,
    returnByValue: true,
  })
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description)
  return result.value
}
