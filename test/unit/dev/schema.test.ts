import { globSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api'
import { describe, expect, it } from 'vitest'
import { declaredObjects, migratedDatabase, normalizeSql, objectsOf, schemaDifference } from '../../../dev/schema.ts'
import { ROOT } from '../../../dev/settings.ts'
import { migratedSchema } from '../../support/migrated-schema.ts'

const TRIGGERS_MAX = 111
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

/** Returns tables by name with sorted definitions of columns and constraints, and all indexes. */
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
      const text = normalizeSql(String(sql))
      return [`${type} ${name}`, type === 'index' ? text : definitionsOf(text)]
    }),
  )
}

/** Splits a definition at the commas of its outermost parentheses. */
function definitionsOf(table: string): string[] {
  const body = table.slice(table.indexOf('(') + 1, table.lastIndexOf(')'))
  const parts = ['']
  let depth = 0
  for (const char of body) {
    depth += char === '(' ? 1 : char === ')' ? -1 : 0
    if (char === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts.flatMap((part) => withoutReference(part.trim())).sort()
}

/** Splits the reference of a column that was added to a table, which SQLite keeps with the column. */
function withoutReference(definition: string): string[] {
  const reference = /^(\w+) (\w+) REFERENCES (\w+\(\w+\))(?: ON DELETE (.+))?$/
  const [, column, type, target, action = 'no action'] = reference.exec(definition) ?? []
  if (!column) return [definition]
  return [`${column} ${type}`, `FOREIGN KEY (${column}) REFERENCES ${target} ON UPDATE no action ON DELETE ${action}`]
}

describe('the schema of a migrated database', () => {
  it('tables and indexes are those that the schema files declare', async () => {
    expect(tablesOf(migratedDatabase())).toEqual(tablesOf(await declaredTables()))
  })

  it('triggers, views and virtual tables are those that the trigger files declare', () => {
    expect(schemaDifference(objectsOf(migratedDatabase()), declaredObjects())).toEqual([])
  })

  it('the schema of the tests is what the migrations make, with the same rows', () => {
    const db = new DatabaseSync(':memory:')
    for (const statement of migratedSchema()) db.exec(statement)
    const migrated = migratedDatabase()
    expect(contentOf(db)).toEqual(contentOf(migrated))
    expect(rowsOf(migrated, 'chat_rooms')).not.toEqual([])
  })
})

/** The definitions of all objects by name, and the rows of all tables except those behind virtual tables. */
function contentOf(db: DatabaseSync) {
  const objects = db.prepare('SELECT type, name, sql FROM sqlite_master ORDER BY type, name').all()
  const tables = objects.filter(({ type, name }) => type === 'table' && !/^sqlite_|_search/.test(String(name)))
  return { objects, rows: tables.map(({ name }) => [name, rowsOf(db, String(name))]) }
}

const rowsOf = (db: DatabaseSync, table: string) => db.prepare(`SELECT * FROM "${table}"`).all()

describe('triggers', () => {
  const triggers = declaredObjects().filter(({ type }) => type === 'trigger')
  const tableOf = (sql: string) => / ON (\w+)/.exec(sql)?.[1]

  it('every trigger, view and virtual table has its own name', () => {
    const names = declaredObjects().map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('the number of triggers is limited', () => {
    expect(triggers.length).toBeLessThanOrEqual(TRIGGERS_MAX)
  })

  it('the number of triggers on sketches is limited', () => {
    expect(triggers.filter(({ sql }) => tableOf(sql) === 'sketches').length).toBeLessThanOrEqual(
      TRIGGERS_ON_SKETCHES_MAX,
    )
  })
})

describe('the difference of two schemas', () => {
  const trigger = (name: string, body: string) => ({
    type: 'trigger' as const,
    name,
    sql: `CREATE TRIGGER ${name} AFTER INSERT ON notes BEGIN ${body}; END`,
  })

  it('a changed trigger is replaced', () => {
    const changed = trigger('changed', 'SELECT 2')
    expect(schemaDifference([trigger('changed', 'SELECT 1')], [changed])).toEqual([
      'DROP TRIGGER changed;',
      `${changed.sql};`,
    ])
  })

  it('a new trigger is added', () => {
    const added = trigger('added', 'SELECT 1')
    expect(schemaDifference([], [added])).toEqual([`${added.sql};`])
  })

  it('an undeclared trigger is dropped', () => {
    expect(schemaDifference([trigger('gone', 'SELECT 1')], [])).toEqual(['DROP TRIGGER gone;'])
  })

  it('a trigger with other white space is the same', () => {
    expect(schemaDifference([trigger('same', 'SELECT  1')], [trigger('same', 'SELECT 1')])).toEqual([])
  })

  it('all triggers are dropped before any is created', () => {
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
