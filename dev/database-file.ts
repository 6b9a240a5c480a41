import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type LocalSite, ROOT } from './settings.ts'

/** The file behind the local D1 of a place, once it is migrated, for what asks too much of D1 itself. */
export function openDatabaseFile(place: LocalSite): DatabaseSync {
  const folder = join(ROOT, place.state, 'v3/d1/miniflare-D1DatabaseObject')
  const [name, ...others] = readdirSync(folder).filter((file) => /^[0-9a-f]+\.sqlite$/.test(file))
  if (!name || others.length > 0) throw new Error(`there is not one database in ${folder}`)
  return new DatabaseSync(join(folder, name))
}
