import { mkdir, writeFile } from 'node:fs/promises'
import { readD1Migrations } from '@cloudflare/vitest-pool-workers'
import { getPlatformProxy, unstable_readConfig } from 'wrangler'
import { type LocalSite, plainError, ROOT } from './settings.ts'

/** Opens the local D1, R2 and Images for scripts. Close it before the site starts on the same folder. */
export async function openPlatform(localSite: LocalSite) {
  const platform = await getPlatformProxy<Pick<Cloudflare.Env, 'DB' | 'FILES' | 'IMAGES'>>({
    configPath: await writeScriptConfig(localSite),
    persist: { path: `${ROOT}/${localSite.state}/v3` },
    remoteBindings: false,
  })
  return { ...platform.env, close: platform.dispose }
}

/** Omits the Durable Objects: wrangler warns about objects that a script does not define. */
async function writeScriptConfig(localSite: LocalSite): Promise<string> {
  const { d1_databases, r2_buckets, images, compatibility_date } = unstable_readConfig({
    config: `${ROOT}/wrangler.toml`,
  })
  const path = `${ROOT}/${localSite.state}/scripts.json`
  await mkdir(`${ROOT}/${localSite.state}`, { recursive: true })
  await writeFile(path, JSON.stringify({ name: 'scripts', compatibility_date, d1_databases, r2_buckets, images }))
  return path
}

export type Platform = Awaited<ReturnType<typeof openPlatform>>

/**
 * Applies missing migrations and records them in wrangler's table; `wrangler d1 migrations apply` takes half a
 * minute. @throws when the database has migrations that this version does not know
 */
export async function migrate(localSite: LocalSite): Promise<void> {
  const { DB, close } = await openPlatform(localSite)
  try {
    await DB.prepare(
      `CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
         applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`,
    ).run()
    const { results } = await DB.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
    const applied = new Set(results.map(({ name }) => name))
    const migrations = await readD1Migrations(`${ROOT}/migrations`)
    if (migrations.filter(({ name }) => applied.has(name)).length < applied.size)
      throw plainError(
        `The database in ${localSite.state} has an older schema. Start over with: npm run seed -- --fresh`,
      )
    for (const { name, queries } of migrations) {
      if (applied.has(name)) continue
      const recorded = DB.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name)
      await DB.batch([...queries.map((query) => DB.prepare(query)), recorded])
    }
  } finally {
    await close()
  }
}
