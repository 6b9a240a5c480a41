import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type LocalSite, ROOT } from './settings.ts'

/** Opens the SQLite file behind a migrated local D1, for statements too large for D1. */
export function openDatabaseFile(localSite: LocalSite): DatabaseSync {
  const folder = join(ROOT, localSite.state, 'v3/d1/miniflare-D1DatabaseObject')
  const [name, ...others] = readdirSync(folder).filter((file) => /^[0-9a-f]+\.sqlite$/.test(file))
  if (!name || others.length > 0) throw new Error(`expected one database in ${folder}`)
  return new DatabaseSync(join(folder, name))
}
