import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { getPlatformProxy, unstable_readConfig } from 'wrangler'
import { type Place, ROOT } from './settings.ts'

const run = promisify(execFile)

/** The local D1, R2 and Images of a place, for scripts; close it before the site starts on the same folder. */
export async function openPlatform(place: Place) {
  const platform = await getPlatformProxy<Pick<Cloudflare.Env, 'DB' | 'FILES' | 'IMAGES'>>({
    configPath: await configWithoutRooms(place),
    persist: { path: `${ROOT}/${place.state}/v3` },
    remoteBindings: false,
  })
  return { ...platform.env, close: platform.dispose }
}

/** The site's configuration without its rooms, which live in the site's worker alone; scripts would be warned of them. */
async function configWithoutRooms(place: Place): Promise<string> {
  const { d1_databases, r2_buckets, images, compatibility_date } = unstable_readConfig({
    config: `${ROOT}/wrangler.toml`,
  })
  const path = `${ROOT}/${place.state}/scripts.json`
  await mkdir(`${ROOT}/${place.state}`, { recursive: true })
  await writeFile(path, JSON.stringify({ name: 'scripts', compatibility_date, d1_databases, r2_buckets, images }))
  return path
}

export type Platform = Awaited<ReturnType<typeof openPlatform>>

/** Brings the local database of a place to the newest migration. */
export async function migrate(place: Place): Promise<void> {
  const wrangler = `${ROOT}/node_modules/.bin/wrangler`
  const args = ['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', place.state]
  await run(wrangler, args, { cwd: ROOT, env: { ...process.env, CI: 'true', WRANGLER_SEND_METRICS: 'false' } })
}
