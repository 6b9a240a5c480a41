import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { chromium } from 'playwright'

const PLAYWRIGHT = join(import.meta.dirname, '../node_modules/.bin/playwright')
const MINI_BROWSER = '/usr/lib/*/webkit2gtk-4.1/MiniBrowser'

/** Path of the first program that is installed, or null. A name may be a path with wildcards. */
function findProgram(...names: string[]): string | null {
  const commands = names.map((name) => `command -v ${name}`)
  return spawnSync('sh', ['-c', commands.join(' || ')], { encoding: 'utf8' }).stdout.trim() || null
}

function run(command: string, ...args: string[]): boolean {
  console.log(`\n> ${[command, ...args].join(' ')}`)
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0
}

/** Packages can be installed: this is Debian, and the user is root. */
const canInstall = () => process.getuid?.() === 0 && findProgram('apt-get') !== null

function install(...packages: string[]): boolean {
  const args = ['install', '--yes', '--quiet', '--no-install-recommends', ...packages]
  return run('apt-get', ...args) || (run('apt-get', 'update', '--quiet') && run('apt-get', ...args))
}

/**
 * On Debian, as root, the headless shell, which runs the tests in half the time; else a Chromium from PATH; else what
 * Playwright installs; else all of Debian's. Returns its path, or null.
 */
export function ensureChromium(): string | null {
  const found = () => findProgram('chromium-headless-shell')
  const others = () => findProgram('chromium', 'chromium-browser', 'google-chrome')
  if (found() || (canInstall() && install('chromium-headless-shell'))) return found()
  if (others()) return others()
  if (run(PLAYWRIGHT, 'install', '--with-deps', 'chromium')) return chromium.executablePath()
  if (canInstall()) install('chromium')
  return others()
}

/** Firefox from PATH, else Debian's. Returns its path, or null. */
export const ensureFirefox = () => ensure(() => findProgram('firefox-esr', 'firefox'), 'firefox-esr')

/** WebKitGTK's small browser, with its driver and a virtual screen. Returns its path, or null. */
export const ensureWebKit = () =>
  ensure(
    () => findProgram('WebKitWebDriver') && findProgram('Xvfb') && findProgram(MINI_BROWSER),
    'webkit2gtk-driver',
    'xvfb',
  )

/** A C compiler, which the tests need that move the clock. Returns its path, or null. */
export const ensureCompiler = () => ensure(() => findProgram('cc'), 'gcc', 'libc6-dev')

/** Installs Debian's packages if the program is missing and the user is root. */
function ensure(find: () => string | null, ...packages: string[]): string | null {
  if (!find() && canInstall()) install(...packages)
  return find()
}
