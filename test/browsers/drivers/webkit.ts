import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { Readable } from 'node:stream'
import { until } from '../until.ts'
import { type Driver, type Point, WINDOW } from './driver.ts'
import { WebDriverSession } from './webdriver.ts'

/** Larger than the window and its frame. */
const SCREEN = '1400x1000x24'

/** Starts WebKitGTK's small browser on a virtual screen. */
export async function startWebKit(executablePath: string): Promise<Driver> {
  const screen = await startScreen()
  const port = await freePort()
  const server = start('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: screen.display, GTK_THEME: 'Adwaita', WEBKIT_FORCE_SANDBOX: '0' },
  })
  const address = `http://127.0.0.1:${port}`
  await until('WebKitWebDriver runs', async () => (await fetch(`${address}/status`)).ok)
  const session = await WebDriverSession.start(address, {
    'webkitgtk:browserOptions': { binary: executablePath, args: ['--automation'] },
  })
  await session.post('window/rect', WINDOW)
  return {
    ...driverOf(session),
    async close() {
      await session.end().catch(() => undefined)
      await end(server)
      await end(screen.process)
    },
  }
}

function driverOf(session: WebDriverSession): Omit<Driver, 'close'> {
  const mouse = (actions: object[]) =>
    session.post('actions', {
      actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
    })
  return {
    name: 'webkit',
    version: String(session.capabilities.browserVersion),
    // Plain WebDriver does not pass on what a page writes to the console.
    takeErrors: () => [],
    open: async (url) => void (await session.post('url', { url })),
    reload: async () => void (await session.post('refresh')),
    run: (work, ...args) => session.run(String(work), args) as never,
    click: async (at) => void (await mouse([moveTo(at), PRESS, RELEASE])),
    async drag([first, ...rest]) {
      if (first) await mouse([moveTo(first), PRESS, ...rest.map(moveTo), RELEASE])
    },
    async type(text) {
      const keys = [...text.replaceAll('\n', ENTER)]
      const actions = keys.flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))
      await session.post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    async setFiles(selector, paths) {
      await session.post(`element/${await session.element(selector)}/value`, { text: paths.join('\n') })
    },
    screenshot: async (path) => writeFile(path, String(await session.get('screenshot')), 'base64'),
  }
}

const moveTo = ([x, y]: Point) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 })
/** WebDriver's name of the key. */
const ENTER = '\uE007'
const PRESS = { type: 'pointerDown', button: 0 }
const RELEASE = { type: 'pointerUp', button: 0 }

async function startScreen(): Promise<{ process: ChildProcess; display: string }> {
  const screen = start('Xvfb', ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = await once(screen.stdio[3] as Readable, 'data')
  return { process: screen, display: `:${String(number).trim()}` }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

/** Starts a program that ends with this one, however that ends. */
function start(command: string, args: string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, options)
  process.once('exit', () => child.kill())
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
