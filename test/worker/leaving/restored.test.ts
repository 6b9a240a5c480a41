import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { runNamed } from '../../support/worker/jobs.ts'
import { afterTheWeek, deleteAccount, deleteDue } from '../../support/worker/leaving.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { textsWith } from '../../support/worker/references.ts'
import { sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { mergeAccounts } from '../../support/worker/staff.ts'

/** The rows of a member, without columns that the database computes. */
async function rowsOf(table: string, column: string, { id }: Person): Promise<Record<string, unknown>[]> {
  const info = await env.DB.prepare(`SELECT name FROM pragma_table_info('${table}')`).all<{ name: string }>()
  const names = info.results.map(({ name }) => name).join(', ')
  return (await env.DB.prepare(`SELECT ${names} FROM ${table} WHERE ${column} = ?`).bind(id).all()).results
}

async function writeBack(table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  for (const row of rows) {
    const columns = Object.entries(row)
    const names = columns.map(([name]) => name).join(', ')
    const marks = columns.map(() => '?').join(', ')
    const values = columns.map(([, value]) => value)
    await env.DB.prepare(`REPLACE INTO ${table} (${names}) VALUES (${marks})`)
      .bind(...values)
      .run()
  }
}

/** Copies a member's rows. Returns a function that writes them back, as a restored backup of the database does. */
async function backUp(person: Person): Promise<() => Promise<void>> {
  const [user] = await rowsOf('users', 'id', person)
  const identities = await rowsOf('identities', 'user_id', person)
  const sketches = await rowsOf('sketches', 'user_id', person)
  return async () => {
    await env.DB.prepare('DELETE FROM account_deletions WHERE user_id = ?').bind(person.id).run()
    const columns = Object.entries(user ?? {})
    await env.DB.prepare(`UPDATE users SET ${columns.map(([name]) => `${name} = ?`).join(', ')} WHERE id = ?`)
      .bind(...columns.map(([, value]) => value), person.id)
      .run()
    await writeBack('identities', identities)
    await writeBack('sketches', sketches)
  }
}

const repeat = () => runNamed(['repeat deletions'], env, afterTheWeek())

describe('a backup of the database that is restored after a deletion', () => {
  it('the account is deleted again', async () => {
    const mira = await addPerson({ nickname: 'Ottokarla Restored', nicknameKey: 'ottokarla restored' })
    const sketch = await addSketch(mira, { title: 'Ottokarla’s pier' })
    const restore = await backUp(mira)
    await deleteAccount(mira)
    await restore()
    expect((await sendRequest(`/api/user/${mira.id}`)).status).toBe(200)
    expect((await sendRequest(`/api/v2/sketch/${sketch}`)).status).toBe(200)
    await repeat()
    await deleteDue()
    expect((await sendRequest(`/api/user/${mira.id}`)).status).toBe(404)
    expect(await textsWith(['ottokarla'])).toEqual([])
  })

  it('an account that was merged after the backup is deleted again, too', async () => {
    const [mira, noor] = [await addPerson(), await addPerson()]
    const restore = await backUp(mira)
    await mergeAccounts(mira, noor)
    await deleteAccount(noor)
    await restore()
    expect((await sendRequest(`/api/user/${mira.id}`)).status).toBe(200)
    await repeat()
    await deleteDue()
    expect((await sendRequest(`/api/user/${mira.id}`)).status).toBe(404)
  })

  it('another account that got the same id later stays', async () => {
    const mira = await addPerson()
    await deleteAccount(mira)
    await env.DB.prepare('UPDATE users SET deleted_at = NULL, created_at = ?, nickname = ? WHERE id = ?')
      .bind(afterTheWeek() + 1000, 'Later Owner', mira.id)
      .run()
    await repeat()
    await deleteDue()
    expect((await sendRequest(`/api/user/${mira.id}`)).status).toBe(200)
  })

  it('without a restored backup nothing happens', async () => {
    const mira = await addPerson()
    await deleteAccount(mira)
    await repeat()
    expect(
      await env.DB.prepare('SELECT deletes_at FROM users WHERE id = ?').bind(mira.id).first('deletes_at'),
    ).toBeNull()
  })
})
