import { env } from 'cloudflare:workers'

/** Counts each row that is added, changed or removed by triggers, which is much faster than reading all tables. */
export async function countWrites(): Promise<void> {
  const { results } = await env.DB.prepare(
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'
       AND name NOT LIKE '%_cf_%' AND name NOT LIKE 'd1_%'`,
  ).all<{ name: string }>()
  const triggers = results.flatMap(({ name }) =>
    ['INSERT', 'UPDATE', 'DELETE'].map(
      (act) =>
        `CREATE TRIGGER written_${name}_${act} AFTER ${act} ON ${name} BEGIN UPDATE written SET rows = rows + 1; END`,
    ),
  )
  const statements = ['CREATE TABLE written (rows INTEGER NOT NULL)', 'INSERT INTO written VALUES (0)', ...triggers]
  await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)))
}

/**
 * Returns the number of rows written since `countWrites` and the stored files. It stays equal as long as nothing
 * changes. Its time grows with the number of files.
 */
export async function siteState(): Promise<string> {
  const [written, { objects }] = await Promise.all([
    env.DB.prepare('SELECT rows FROM written').first<number>('rows'),
    env.FILES.list(),
  ])
  return JSON.stringify([written, objects.map(({ key }) => key)])
}
