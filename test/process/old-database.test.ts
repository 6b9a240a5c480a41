import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { migrate, openPlatform } from '../../dev/platform.ts'
import { ROOT } from '../../dev/settings.ts'
import { emptySite } from '../support/board/started-site.ts'

const STATE = '.local/old-database'

describe('a database of an older schema', { timeout: 60_000 }, () => {
  it.each([
    ['npm start', ['dev/start.ts', '--built']],
    ['npm run seed', ['dev/seed/main.ts']],
  ])('%s refuses the database with one line that says how to start afresh', async (_name, args) => {
    const localSite = await emptySite(STATE, 1)
    const platform = await openPlatform(localSite)
    await platform.DB.exec("UPDATE d1_migrations SET name = '0000_foundation.sql' WHERE name = '0000_initial.sql'")
    await platform.close()
    const env = { ...process.env, CROQUIS_STATE: STATE, CROQUIS_PORT: String(localSite.sitePort) }
    const script = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'pipe'] })
    const [output, [code]] = await Promise.all([text(script.stderr), once(script, 'exit')])
    expect([output, code]).toEqual([
      `The database in ${STATE} has an older schema. Start over with: npm run seed -- --fresh\n`,
      1,
    ])
  })

  it('a new database is created once the files are removed', async () => {
    await rm(join(ROOT, STATE), { recursive: true, force: true })
    const localSite = { state: STATE, sitePort: 0, providerPort: 0 }
    await migrate(localSite)
    const platform = await openPlatform(localSite)
    expect(await platform.DB.prepare('SELECT count(*) AS n FROM d1_migrations').first('n')).toBeGreaterThan(0)
    await platform.close()
  })
})
