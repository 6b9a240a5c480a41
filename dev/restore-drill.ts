import { globSync } from 'node:fs'
import { cp, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { sweepFiles } from '../worker/features/uploads/sweep.ts'
import { openDb } from '../worker/lib/database.ts'
import { openPlatform, type Platform } from './platform.ts'
import { exitWith, type LocalSite, ROOT, siteFromEnv } from './settings.ts'

/**
 * Raises the next ids after a restore. Rows that are newer than the backup are lost, but objects, files and keys still
 * contain their ids, so these ids must not be used again.
 */
const RAISE_IDS = 'UPDATE sqlite_sequence SET seq = seq + 10000'
/** The sweep skips files without a row that are younger than this. */
const YOUNG_MS = 3_600_000

/**
 * `npm run restore-drill` copies the state of the local site (D1, R2, Durable Objects) into a new folder and checks
 * the copy: its databases, its files, and by the sweep that each file has a row and each row a file. Raises the ids of
 * the copy, as after a real restore. Prints counts and faults, and fails if there are faults. Stop the site first.
 */
const localSite = siteFromEnv(process.env)
const restored: LocalSite = { ...localSite, state: `${localSite.state}-restored` }

await drill().then((faults) => process.exit(faults.length === 0 ? 0 : 1), exitWith)

async function drill(): Promise<string[]> {
  await copyState(`${ROOT}/${localSite.state}/v3`, `${ROOT}/${restored.state}/v3`)
  const databases = checkDatabases(`${ROOT}/${restored.state}/v3`)
  const platform = await openPlatform(restored)
  try {
    await platform.DB.prepare(RAISE_IDS).run()
    const files = await checkFiles(platform.FILES)
    const { rowsChecked, ...found } = await sweepAll(platform)
    const faults = [
      ...databases.faults,
      ...files.faults,
      ...Object.entries(found).flatMap(([name, count]) => (count > 0 ? [`${name}: ${count}`] : [])),
    ]
    console.log(`${databases.count} databases, ${databases.objects} of them of Durable Objects`)
    console.log(`${files.count} files, ${rowsChecked} rows with files`)
    console.log(`faults: ${faults.length}`)
    for (const fault of faults) console.log(`  ${fault}`)
    return faults
  } finally {
    await platform.close()
  }
}

/** Copies databases through SQLite, which includes what is only in their logs, and then all other files. */
async function copyState(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true })
  for (const path of globSync('**/*.sqlite', { cwd: from })) {
    await mkdir(dirname(join(to, path)), { recursive: true })
    const database = new DatabaseSync(join(from, path), { readOnly: true })
    await backup(database, join(to, path))
    database.close()
  }
  await cp(from, to, { recursive: true, filter: (path) => !/\.sqlite(-wal|-shm)?$/.test(path) })
}

function checkDatabases(folder: string): { count: number; objects: number; faults: string[] } {
  const paths = globSync('**/*.sqlite', { cwd: folder })
  const faults = paths.flatMap((path) => {
    const database = new DatabaseSync(join(folder, path), { readOnly: true })
    const { integrity_check: result } = database.prepare('PRAGMA integrity_check').get() ?? {}
    const strays = database.prepare('PRAGMA foreign_key_check').all().length
    database.close()
    return [
      ...(result === 'ok' ? [] : [`${path}: ${result}`]),
      ...(strays === 0 ? [] : [`${path}: ${strays} rows without the row that they name`]),
    ]
  })
  return { count: paths.length, objects: paths.filter((path) => path.startsWith('do/')).length, faults }
}

/** Reads every file of R2 to its end. */
async function checkFiles(files: R2Bucket): Promise<{ count: number; faults: string[] }> {
  const faults: string[] = []
  let count = 0
  for (let cursor: string | undefined, isDone = false; !isDone; ) {
    const page = await files.list({ cursor })
    for (const { key, size } of page.objects) {
      count++
      const file = await files.get(key).catch(() => null)
      const bytes = (await file?.arrayBuffer().catch(() => null))?.byteLength
      if (bytes !== size) faults.push(`${key}: cannot be read`)
    }
    isDone = !page.truncated
    cursor = page.truncated ? page.cursor : undefined
  }
  return { count, faults }
}

/** Sweeps the copy from its beginning to its end; returns what the sweep found. */
async function sweepAll({ DB, FILES }: Platform) {
  await DB.prepare('DELETE FROM sweep_positions').run()
  const total = {
    filesWithoutRow: 0,
    filesWithheld: 0,
    derivedWithoutRow: 0,
    rowsWithoutFile: 0,
    rowsWithheld: 0,
    rowsChecked: 0,
  }
  for (let isDone = false; !isDone; ) {
    const sweep = await sweepFiles(openDb(DB), FILES, { now: Date.now() + YOUNG_MS })
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += sweep[name]
    isDone = sweep.done
  }
  return total
}
