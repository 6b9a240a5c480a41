import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { getPlatformProxy } from 'wrangler'
import { type Place, ROOT } from './settings.ts'

const run = promisify(execFile)

/** The local D1, R2 and Images of a place, for scripts; close it before the site starts on the same folder. */
export async function openPlatform(place: Place) {
  const platform = await getPlatformProxy<Pick<Cloudflare.Env, 'DB' | 'FILES' | 'IMAGES'>>({
    configPath: `${ROOT}/wrangler.toml`,
    persist: { path: `${ROOT}/${place.state}/v3` },
    remoteBindings: false,
  })
  return { ...platform.env, close: platform.dispose }
}

export type Platform = Awaited<ReturnType<typeof openPlatform>>

/** Brings the local database of a place to the newest migration. */
export async function migrate(place: Place): Promise<void> {
  const wrangler = `${ROOT}/node_modules/.bin/wrangler`
  const args = ['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', place.state]
  await run(wrangler, args, { cwd: ROOT, env: { ...process.env, CI: 'true', WRANGLER_SEND_METRICS: 'false' } })
}
