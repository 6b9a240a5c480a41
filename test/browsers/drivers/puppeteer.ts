import puppeteer, { type ElementHandle, type LaunchOptions, type Page } from 'puppeteer-core'
import { type BrowserName, type Driver, isHarmless, type Point, WINDOW } from './driver.ts'

const OPTIONS = {
  firefox: {
    browser: 'firefox',
    args: [`--width=${WINDOW.width}`, `--height=${WINDOW.height}`],
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
  },
  chromium: {
    browser: 'chrome',
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--force-prefers-reduced-motion'],
      ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
      `--window-size=${WINDOW.width},${WINDOW.height}`,
    ],
  },
} as const satisfies Record<string, LaunchOptions>

/** Starts Firefox or Chromium without a visible window, over WebDriver BiDi or the DevTools protocol. */
export async function startPuppeteer(name: 'firefox' | 'chromium', executablePath: string): Promise<Driver> {
  const { args, ...options } = OPTIONS[name]
  const browser = await puppeteer.launch({
    ...options,
    args: [...args],
    executablePath,
    headless: name === 'firefox' ? true : 'shell',
    defaultViewport: null,
  })
  const [page = await browser.newPage()] = await browser.pages()
  await page.evaluateOnNewDocument(writeErrorsAsText)
  const version = (await browser.version()).replace(/^\D+/, '')
  return { ...driverOf(name, page), version, close: () => browser.close() }
}

function driverOf(name: BrowserName, page: Page): Omit<Driver, 'version' | 'close'> {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url ?? ''}`)
  })
  return {
    name,
    takeErrors: () => errors.splice(0).filter((error) => !isHarmless(error)),
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    run: (work, ...args) => page.evaluate(work as never, ...args) as Promise<never>,
    click: ([x, y]) => page.mouse.click(x, y),
    drag: (points) => drag(page, points),
    type: (text) => page.keyboard.type(text),
    async setFiles(selector, paths) {
      const field = await page.$(selector)
      if (!field) throw new Error(`there is no ${selector}`)
      await (field as ElementHandle<HTMLInputElement>).uploadFile(...paths)
    },
    screenshot: async (path) => void (await page.screenshot({ path: path as `${string}.png` })),
  }
}

/** Makes errors on the console readable, which BiDi passes on without their texts. */
function writeErrorsAsText(): void {
  const textOf = (part: unknown) => (part instanceof Error ? `${part}\n${part.stack}` : part)
  console.error = new Proxy(console.error, {
    apply: (write, self, parts) => Reflect.apply(write, self, parts.map(textOf)),
  })
}

async function drag({ mouse }: Page, [first, ...rest]: readonly Point[]): Promise<void> {
  if (!first) return
  await mouse.move(...first)
  await mouse.down()
  for (const point of rest) await mouse.move(...point)
  await mouse.up()
}
