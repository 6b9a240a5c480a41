import { globSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api'
import { describe, expect, it } from 'vitest'
import { declaredObjects, migratedDatabase, normaliseSql, objectsOf, schemaDifference } from '../../../dev/schema.ts'
import { ROOT } from '../../../dev/settings.ts'

const TRIGGERS_MAX = 95
const TRIGGERS_ON_SKETCHES_MAX = 16

/** An empty database with the tables and indexes of every `schema.ts`. */
async function declaredTables(): Promise<DatabaseSync> {
  const modules = await Promise.all(globSync(`${ROOT}/worker/**/schema.ts`).map((path) => import(path)))
  const snapshot = await generateSQLiteDrizzleJson(Object.assign({}, ...modules))
  const none = await generateSQLiteDrizzleJson({})
  const db = new DatabaseSync(':memory:')
  for (const statement of await generateSQLiteMigration(none, snapshot)) db.exec(statement)
  return db
}

/** Tables by name, each with the definitions of its columns and constraints in no order, and all indexes. */
function tablesOf(db: DatabaseSync) {
  const rows = db
    .prepare(
      `SELECT type, name, sql FROM sqlite_master
       WHERE type IN ('table', 'index') AND sql IS NOT NULL AND sql NOT LIKE 'CREATE VIRTUAL TABLE%'
         AND name NOT LIKE 'sqlite_%' AND name NOT GLOB '*_search_*'`,
    )
    .all()
  return Object.fromEntries(
    rows.map(({ type, name, sql }) => {
      const text = normaliseSql(String(sql))
      return [`${type} ${name}`, type === 'index' ? text : definitionsOf(text)]
    }),
  )
}

/** What stands between the commas of the outermost parentheses. */
function definitionsOf(table: string): string[] {
  const body = table.slice(table.indexOf('(') + 1, table.lastIndexOf(')'))
  const parts = ['']
  let depth = 0
  for (const char of body) {
    depth += char === '(' ? 1 : char === ')' ? -1 : 0
    if (char === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts.map((part) => part.trim()).sort()
}

describe('a database with all migrations', () => {
  it('has the tables and indexes that the schema files declare', async () => {
    expect(tablesOf(migratedDatabase())).toEqual(tablesOf(await declaredTables()))
  })

  it('has the triggers, views and virtual tables that the trigger files declare', () => {
    expect(schemaDifference(objectsOf(migratedDatabase()), declaredObjects())).toEqual([])
  })
})

describe('the triggers', () => {
  const triggers = declaredObjects().filter(({ type }) => type === 'trigger')
  const tableOf = (sql: string) => / ON (\w+)/.exec(sql)?.[1]

  it('have each a name of their own', () => {
    const names = declaredObjects().map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('are few', () => {
    expect(triggers.length).toBeLessThanOrEqual(TRIGGERS_MAX)
    expect(triggers.filter(({ sql }) => tableOf(sql) === 'sketches').length).toBeLessThanOrEqual(
      TRIGGERS_ON_SKETCHES_MAX,
    )
  })
})

describe('the difference of schemas', () => {
  it('replaces a changed trigger, adds a new one and drops one that is no longer declared', () => {
    const trigger = (name: string, body: string) => ({
      type: 'trigger' as const,
      name,
      sql: `CREATE TRIGGER ${name} AFTER INSERT ON notes BEGIN ${body}; END`,
    })
    const present = [trigger('changed', 'SELECT 1'), trigger('same', 'SELECT  1'), trigger('gone', 'SELECT 1')]
    const declared = [trigger('changed', 'SELECT 2'), trigger('same', 'SELECT 1'), trigger('added', 'SELECT 1')]
    expect(schemaDifference(present, declared)).toEqual([
      'DROP TRIGGER gone;',
      'DROP TRIGGER changed;',
      `${declared[0]?.sql};`,
      `${declared[2]?.sql};`,
    ])
  })
})
