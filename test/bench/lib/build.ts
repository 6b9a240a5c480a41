import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ROOT } from '../../../dev/settings.ts'
import { runTool } from './children.ts'
import { BENCH } from './state.ts'

/**
 * Bundles a worker as `wrangler deploy` does, into a folder; answers the script's path. `entry` and `folder` are below
 * the project's folder.
 */
export async function buildWorker(entry: string, folder = BENCH): Promise<string> {
  const name = basename(entry, '.ts')
  const out = join(ROOT, folder, 'workers', name)
  // The page is of no account here, but wrangler wants its folder to be there.
  const noPage = join(ROOT, folder, 'no-page')
  await mkdir(noPage, { recursive: true })
  await runTool('wrangler', ['deploy', join(ROOT, entry), '--dry-run', '--outdir', out, '--assets', noPage])
  return join(out, `${name}.js`)
}

/** Builds the page as it is deployed, apart from `dist`; answers the folder. */
export async function buildPage(): Promise<string> {
  const folder = `${BENCH}/page`
  // From vite's root, the page's folder, as vite.config.ts says it.
  await runTool('vite', ['build', '--outDir', `../${folder}`, '--emptyOutDir', '--logLevel', 'warn'])
  return join(ROOT, folder)
}
