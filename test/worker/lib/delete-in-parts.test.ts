import { env } from 'cloudflare:workers'
import { lt } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { backupCodeAttempts } from '../../../worker/features/auth/schema.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { deleteInParts, ROWS_IN_PART } from '../../../worker/lib/delete-in-parts.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'

const isOld = lt(backupCodeAttempts.createdAt, 2 * ROWS_IN_PART + 6)
const left = () => env.DB.prepare('SELECT count(*) AS n FROM backup_code_attempts').first<number>('n')

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM backup_code_attempts').run()
  await env.DB.prepare(
    `INSERT INTO backup_code_attempts (nickname_hash, created_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) SELECT 'a hash', i FROM n`,
  )
    .bind(2 * ROWS_IN_PART + 10)
    .run()
})

it('expired rows are deleted in parts, and the others stay', async () => {
  const parts: number[] = []
  const watched = watchedDb(env.DB, async (run) => {
    const result = await run()
    parts.push((result as D1Result).meta.changes)
    return result
  })
  await deleteInParts(openDb(watched), backupCodeAttempts, isOld)
  expect([parts, await left()]).toEqual([[ROWS_IN_PART, ROWS_IN_PART, 5], 5])
})

it('a run deletes a limited number of parts, and the next one the rest', async () => {
  const db = openDb(env.DB)
  await deleteInParts(db, backupCodeAttempts, isOld, 2)
  expect(await left()).toBe(10)
  await deleteInParts(db, backupCodeAttempts, isOld, 2)
  expect(await left()).toBe(5)
})
