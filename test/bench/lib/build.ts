import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ROOT } from '../../../dev/settings.ts'
import { runTool } from './children.ts'
import { BENCH } from './state.ts'

/** Each lane has its own builds. */
const BUILDS = `${BENCH}/builds/${process.env.CROQUIS_BENCH_LANE ?? 'all'}`

/** Relative to the project's folder, as are all paths here. */
export const SITE_CONFIG = 'wrangler.toml'

/** Bundles a worker like `wrangler deploy`; returns the script's path. */
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

/** Builds a worker for comparison, which has the files binding only. */
export async function buildBareWorker(name: string): Promise<{ name: string; script: string; config: string }> {
  const config = 'test/bench/workers/bare.toml'
  return { name, script: await buildWorker(`test/bench/workers/${name}.ts`, BUILDS, config), config }
}

/** Builds the production page outside `dist`, or takes the page that `npm test` has built; returns the folder. */
export function buildPage(): Promise<string> {
  return once('page', async () => {
    if (process.env.CROQUIS_BUILT) return join(ROOT, 'dist')
    const folder = `${BUILDS}/page`
    // The folder is relative to vite's root, which is `web`.
    await runTool('vite', ['build', '--outDir', `../${folder}`, '--emptyOutDir', '--logLevel', 'warn'])
    return join(ROOT, folder)
  })
}

const builds = new Map<string, Promise<string>>()

/** Builds once per process. */
function once(key: string, build: () => Promise<string>): Promise<string> {
  const running = builds.get(key) ?? build()
  builds.set(key, running)
  return running
}
