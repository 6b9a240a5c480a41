import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openDatabaseFile } from '../../dev/database-file.ts'
import { openPlatform } from '../../dev/platform.ts'
import { DEFAULT_SITE, ROOT } from '../../dev/settings.ts'
import { runScript } from '../support/board/started-site.ts'

const localSite = { ...DEFAULT_SITE, state: '.local/restore-drill' }

const run = (...args: string[]) => runScript(localSite, ...args)

/** The id of the last member that the database of a site has given. */
function lastMemberId(state: string): number {
  const database = openDatabaseFile({ ...localSite, state })
  const { seq } = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'users'").get() ?? {}
  database.close()
  return Number(seq)
}

describe('the drill of restoring a copy of the local site', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    await rm(join(ROOT, localSite.state), { recursive: true, force: true })
    const { code, output } = await run('dev/seed/main.ts', '--members', '12', '--sketches', '12')
    expect([code, output]).toEqual([0, expect.any(String)])
  }, 240_000)

  it('a copy of a whole site has no faults, and gives no id of the site again', async () => {
    const { code, output } = await run('dev/restore-drill.ts')
    expect(output).toMatch(
      /^\d+ databases, \d+ of them of Durable Objects\n\d+ files, [1-9]\d* rows with files\nfaults: 0\n$/,
    )
    expect(code).toBe(0)
    expect(lastMemberId(`${localSite.state}-restored`) - lastMemberId(localSite.state)).toBe(10_000)
  })

  it('a file that is not in the copy is a fault', async () => {
    const database = openDatabaseFile(localSite)
    const { file_key: key } = database.prepare('SELECT file_key FROM sketches ORDER BY id LIMIT 1').get() ?? {}
    database.close()
    const { FILES, close } = await openPlatform(localSite)
    await FILES.delete(String(key))
    await close()
    const { code, output } = await run('dev/restore-drill.ts')
    expect(output).toContain('faults: 1\n  rowsWithoutFile: 1\n')
    expect(code).toBe(1)
  })
})
