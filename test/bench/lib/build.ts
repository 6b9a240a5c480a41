import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ROOT } from '../../../dev/settings.ts'
import { runTool } from './children.ts'
import { BENCH } from './state.ts'

/** Builds of one process, apart from those of a process that runs beside it. */
const BUILDS = `${BENCH}/builds/${process.env.CROQUIS_BENCH_LANE ?? 'all'}`

/** The configuration of the site, below the project's folder. */
export const SITE_CONFIG = 'wrangler.toml'

/**
 * Bundles a worker as `wrangler deploy` does, into a folder, and returns the script's path. `entry`, `folder` and
 * `config` are below the project's folder.
 */
export function buildWorker(entry: string, folder = BUILDS, config = SITE_CONFIG): Promise<string> {
  return once([entry, folder, config].join(), () => bundle(entry, folder, config))
}

async function bundle(entry: string, folder: string, config: string): Promise<string> {
  const name = basename(entry, '.ts')
  const out = join(ROOT, folder, 'workers', name)
  // Wrangler requires the folder of the page.
  const noPage = join(ROOT, folder, 'no-page')
  await mkdir(noPage, { recursive: true })
  await runTool('wrangler', [
    'deploy',
    join(ROOT, entry),
    ...['--config', join(ROOT, config)],
    ...['--dry-run', '--outdir', out, '--assets', noPage],
  ])
  return join(out, `${name}.js`)
}

/** Builds a worker of `test/bench/workers` that the site is compared with; it has files and nothing else of the site. */
export async function buildBareWorker(name: string): Promise<{ name: string; script: string; config: string }> {
  const config = 'test/bench/workers/bare.toml'
  return { name, script: await buildWorker(`test/bench/workers/${name}.ts`, BUILDS, config), config }
}

/** Builds the page as it is deployed, apart from `dist`, and returns the folder. */
export function buildPage(): Promise<string> {
  return once('page', async () => {
    const folder = `${BUILDS}/page`
    // The folder is relative to vite's root, which is `web`.
    await runTool('vite', ['build', '--outDir', `../${folder}`, '--emptyOutDir', '--logLevel', 'warn'])
    return join(ROOT, folder)
  })
}

const builds = new Map<string, Promise<string>>()

/** Builds once in a process. */
function once(key: string, build: () => Promise<string>): Promise<string> {
  const running = builds.get(key) ?? build()
  builds.set(key, running)
  return running
}
