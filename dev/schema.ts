import { globSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { ROOT } from './settings.ts'

/** A part of the schema that drizzle-kit does not manage. */
export type SchemaObject = { type: 'trigger' | 'view' | 'table'; name: string; sql: string }

export function migrationFiles(): string[] {
  return globSync(`${ROOT}/migrations/*.sql`).sort()
}

/** An empty database in memory with all migrations. */
export function migratedDatabase(): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  for (const path of migrationFiles()) db.exec(readFileSync(path, 'utf8'))
  return db
}

/** The triggers, views and virtual tables of a database. */
export function objectsOf(db: DatabaseSync): SchemaObject[] {
  const rows = db
    .prepare(
      `SELECT type, name, sql FROM sqlite_master
       WHERE type IN ('trigger', 'view') OR (type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%')`,
    )
    .all()
  return rows.map(({ sql }) => objectOf(String(sql)))
}

/** The objects declared in `triggers.sql` files of the worker. */
export function declaredObjects(): SchemaObject[] {
  const files = globSync(`${ROOT}/worker/**/triggers.sql`).sort()
  const objects = files.flatMap((path) => statementsOf(readFileSync(path, 'utf8')).map(objectOf))
  // Triggers refer to tables and views, which therefore come first.
  return [...objects.filter(({ type }) => type !== 'trigger'), ...objects.filter(({ type }) => type === 'trigger')]
}

/** The statements that change `present` into `declared`. */
export function schemaDifference(present: readonly SchemaObject[], declared: readonly SchemaObject[]): string[] {
  const missingFrom = (others: readonly SchemaObject[]) => (object: SchemaObject) =>
    !others.some((other) => other.name === object.name && normalizeSql(other.sql) === normalizeSql(object.sql))
  const removed = present.filter(missingFrom(declared)).reverse()
  return [
    ...removed.map(({ type, name }) => `DROP ${type.toUpperCase()} ${name};`),
    ...declared.filter(missingFrom(present)).map(({ sql }) => `${sql};`),
  ]
}

/** Normalises comments, spaces and quotes, for comparison. */
export function normalizeSql(sql: string): string {
  return sql
    .replace(/--[^\n]*/g, '')
    .replaceAll(/[`"]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*;\s*$/, '')
    .trim()
}

function objectOf(sql: string): SchemaObject {
  const [, type = '', name = ''] = /^CREATE (?:VIRTUAL )?(TABLE|VIEW|TRIGGER) (\w+)/.exec(sql) ?? []
  if (!name) throw new Error(`expected a trigger, view or virtual table: ${sql.slice(0, 60)}`)
  return { type: type.toLowerCase() as SchemaObject['type'], name, sql }
}

/** Statements begin with an unindented CREATE; the statements inside a trigger are indented. */
function statementsOf(text: string): string[] {
  const withoutComments = text.replace(/^--[^\n]*\n/gm, '')
  const statements = withoutComments.split(/^(?=\S)(?=CREATE )/m).map((part) => part.trim().replace(/;$/, ''))
  return statements.filter((statement) => statement !== '')
}
