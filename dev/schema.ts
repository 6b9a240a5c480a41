import { globSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { ROOT } from './settings.ts'

/** A trigger, view or virtual table: what the schema has beside tables and indexes. */
export type SchemaObject = { type: 'trigger' | 'view' | 'table'; name: string; sql: string }

/** The paths of all migrations, in order. */
export function migrationFiles(): string[] {
  return globSync(`${ROOT}/migrations/*.sql`).sort()
}

/** A database in memory that has all migrations. */
export function migratedDatabase(): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  for (const path of migrationFiles()) db.exec(readFileSync(path, 'utf8'))
  return db
}

/** The objects of a database. */
export function objectsOf(db: DatabaseSync): SchemaObject[] {
  const rows = db
    .prepare(
      `SELECT type, name, sql FROM sqlite_master
       WHERE type IN ('trigger', 'view') OR (type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%')`,
    )
    .all()
  return rows.map(({ sql }) => objectOf(String(sql)))
}

/** The objects that the modules of the worker declare in their `triggers.sql`. */
export function declaredObjects(): SchemaObject[] {
  const files = globSync(`${ROOT}/worker/**/triggers.sql`).sort()
  const objects = files.flatMap((path) => statementsOf(readFileSync(path, 'utf8')).map(objectOf))
  // Tables and views first, for the reader; the triggers refer to them.
  return [...objects.filter(({ type }) => type !== 'trigger'), ...objects.filter(({ type }) => type === 'trigger')]
}

/** The statements that turn the objects of a database into the declared ones. */
export function schemaDifference(present: readonly SchemaObject[], declared: readonly SchemaObject[]): string[] {
  const missingFrom = (others: readonly SchemaObject[]) => (object: SchemaObject) =>
    !others.some((other) => other.name === object.name && normaliseSql(other.sql) === normaliseSql(object.sql))
  const removed = present.filter(missingFrom(declared)).reverse()
  return [
    ...removed.map(({ type, name }) => `DROP ${type.toUpperCase()} ${name};`),
    ...declared.filter(missingFrom(present)).map(({ sql }) => `${sql};`),
  ]
}

/** SQL without comments, and with the same spaces and quotes everywhere. */
export function normaliseSql(sql: string): string {
  return sql
    .replace(/--[^\n]*/g, '')
    .replaceAll(/[`"]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*;\s*$/, '')
    .trim()
}

function objectOf(sql: string): SchemaObject {
  const [, type = '', name = ''] = /^CREATE (?:VIRTUAL )?(TABLE|VIEW|TRIGGER) (\w+)/.exec(sql) ?? []
  if (!name) throw new Error(`neither a trigger nor a view nor a virtual table: ${sql.slice(0, 60)}`)
  return { type: type.toLowerCase() as SchemaObject['type'], name, sql }
}

/** A statement begins with CREATE at the start of a line; a trigger has further statements inside, which are indented. */
function statementsOf(text: string): string[] {
  const withoutComments = text.replace(/^--[^\n]*\n/gm, '')
  const statements = withoutComments.split(/^(?=\S)(?=CREATE )/m).map((part) => part.trim().replace(/;$/, ''))
  return statements.filter((statement) => statement !== '')
}
