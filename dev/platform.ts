import { mkdir, writeFile } from 'node:fs/promises'
import { readD1Migrations } from '@cloudflare/vitest-pool-workers'
import { getPlatformProxy, unstable_readConfig } from 'wrangler'
import { type LocalSite, plainError, ROOT } from './settings.ts'

/** The local D1, R2 and Images of a place, for scripts; close it before the site starts on the same folder. */
export async function openPlatform(place: LocalSite) {
  const platform = await getPlatformProxy<Pick<Cloudflare.Env, 'DB' | 'FILES' | 'IMAGES'>>({
    configPath: await writeScriptConfig(place),
    persist: { path: `${ROOT}/${place.state}/v3` },
    remoteBindings: false,
  })
  return { ...platform.env, close: platform.dispose }
}

/** The site's configuration without its rooms, which live in the site's worker alone; scripts would be warned of them. */
async function writeScriptConfig(place: LocalSite): Promise<string> {
  const { d1_databases, r2_buckets, images, compatibility_date } = unstable_readConfig({
    config: `${ROOT}/wrangler.toml`,
  })
  const path = `${ROOT}/${place.state}/scripts.json`
  await mkdir(`${ROOT}/${place.state}`, { recursive: true })
  await writeFile(path, JSON.stringify({ name: 'scripts', compatibility_date, d1_databases, r2_buckets, images }))
  return path
}

export type Platform = Awaited<ReturnType<typeof openPlatform>>

/**
 * Applies the missing migrations to the local database of a place and records them where wrangler would, which takes
 * half a minute for it. @throws when the database has migrations that this version does not know.
 */
export async function migrate(place: LocalSite): Promise<void> {
  const { DB, close } = await openPlatform(place)
  try {
    await DB.prepare(
      `CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
         applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`,
    ).run()
    const { results } = await DB.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
    const applied = new Set(results.map(({ name }) => name))
    const migrations = await readD1Migrations(`${ROOT}/migrations`)
    if (migrations.filter(({ name }) => applied.has(name)).length < applied.size)
      throw plainError(`The database in ${place.state} has an older schema. Begin anew with: npm run seed -- --fresh`)
    for (const { name, queries } of migrations) {
      if (applied.has(name)) continue
      const noted = DB.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name)
      await DB.batch([...queries.map((query) => DB.prepare(query)), noted])
    }
  } finally {
    await close()
  }
}
