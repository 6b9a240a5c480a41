import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openDatabaseFile } from '../../dev/database-file.ts'
import { openPlatform } from '../../dev/platform.ts'
import { DEFAULT_SITE, ROOT } from '../../dev/settings.ts'

const localSite = { ...DEFAULT_SITE, state: '.local/restore-drill' }

/** Runs a script on the site; returns its exit code and output. */
function run(...args: string[]): Promise<{ code: number; output: string }> {
  const options = { cwd: ROOT, env: { ...process.env, CROQUIS_STATE: localSite.state } }
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, output, errors) =>
      resolve({ code: error ? Number(error.code) : 0, output: output + errors }),
    )
  })
}

describe('the drill of restoring a copy of the local site', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    await rm(join(ROOT, localSite.state), { recursive: true, force: true })
    const { code, output } = await run('dev/seed/main.ts', '--members', '12', '--sketches', '12')
    expect([code, output]).toEqual([0, expect.any(String)])
  }, 240_000)

  it('a copy of a whole site has no faults', async () => {
    const { code, output } = await run('dev/restore-drill.ts')
    expect(output).toMatch(
      /^\d+ databases, \d+ of them of Durable Objects\n\d+ files, [1-9]\d* rows with files\nfaults: 0\n$/,
    )
    expect(code).toBe(0)
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
