import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { chromium } from 'playwright'
import { kill, killOnExit } from './children.ts'

const run = promisify(execFile)

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
]
const START_MS = 20_000

export type Browser = { port: number; [Symbol.asyncDispose]: () => Promise<void> }

/** Starts headless Chromium with a fresh profile and a debugging port. */
export async function startBrowser(): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'bench-browser-'))
  const flags = [...FLAGS, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank']
  // In a process group of its own, because Debian starts Chromium by a script that would not pass a signal on.
  const browser = spawn(await chromiumPath(), flags, { stdio: 'ignore', detached: true })
  const ended = once(browser, 'exit')
  const group = browser.pid && -browser.pid
  const unregister = killOnExit(group)
  return {
    port: await portOf(profile),
    async [Symbol.asyncDispose]() {
      kill(group, 'SIGTERM')
      await ended
      unregister()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Cookies of a signed-in member for `addCookies`, from the cookie of `signIn`. */
export function memberCookies(session: string, url: string): { name: string; value: string; url: string }[] {
  const [name = '', token = ''] = session.split('=')
  return Object.entries({ [name]: token, 'signed-in': '1' }).map(([name, value]) => ({ name, value, url }))
}

/** A Chromium on PATH, otherwise Playwright's. */
async function chromiumPath(): Promise<string> {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'chromium-headless-shell']
  const look = names.map((name) => `command -v ${name}`).join(' || ')
  const found = await run('sh', ['-c', look]).catch(() => null)
  return found?.stdout.trim() || chromium.executablePath()
}

async function portOf(profile: string): Promise<number> {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await wait(50)) {
    const file = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')
    const port = Number(file.split('\n')[0])
    if (port > 0) return port
  }
  throw new Error('Chromium did not start')
}
