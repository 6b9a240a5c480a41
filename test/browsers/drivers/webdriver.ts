/** Name of the property that refers to an element in WebDriver's replies. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

type Reply = { value: unknown }
type Failure = { error: string; message: string }

/** Client of a WebDriver server, with the few commands that the journeys need (https://www.w3.org/TR/webdriver2/). */
export class WebDriverSession {
  readonly capabilities: Record<string, unknown>
  readonly #address: string

  private constructor(address: string, capabilities: Record<string, unknown>) {
    this.#address = address
    this.capabilities = capabilities
  }

  static async start(server: string, wanted: Record<string, unknown>): Promise<WebDriverSession> {
    const body = { capabilities: { alwaysMatch: wanted } }
    const started = (await call('POST', `${server}/session`, body)) as {
      sessionId: string
      capabilities: Record<string, unknown>
    }
    return new WebDriverSession(`${server}/session/${started.sessionId}`, started.capabilities)
  }

  get(command: string): Promise<unknown> {
    return call('GET', `${this.#address}/${command}`)
  }

  post(command: string, body: object = {}): Promise<unknown> {
    return call('POST', `${this.#address}/${command}`, body)
  }

  async end(): Promise<void> {
    await call('DELETE', this.#address)
  }

  /** Runs a function's source in the page and returns its result. */
  async run(source: string, args: readonly unknown[]): Promise<unknown> {
    const script = `const done = arguments[1]
Promise.resolve().then(() => (${source})(...arguments[0])).then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const result = (await this.post('execute/async', { script, args: [args] })) as { value?: unknown; error?: string }
    if (result.error !== undefined) throw new Error(result.error)
    return result.value
  }

  async element(selector: string): Promise<string> {
    const found = (await this.post('element', { using: 'css selector', value: selector })) as Record<string, string>
    return found[ELEMENT] ?? ''
  }
}

async function call(method: string, url: string, body?: object): Promise<unknown> {
  const reply = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await reply.json()) as Reply
  if (reply.ok) return value
  const { error, message } = value as Failure
  throw new Error(`${error}: ${message}`)
}
