import { constants } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { migratedDatabase } from '../../../dev/schema.ts'

type Event = 'INSERT' | 'DELETE' | 'UPDATE'
type Trigger = { name: string; table: string; time: string; event: Event; columns: string[] | undefined; sql: string }
/** Columns as `table.column`. Inserting or deleting rows writes `table.*INSERT` or `table.*DELETE`. */
type Effects = { reads: Set<string>; writes: Set<string> }

const db = migratedDatabase()
const triggers: Trigger[] = db
  .prepare("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'")
  .all()
  .map(({ name, tbl_name, sql }) => {
    const [, time = '', event, columns] =
      /(BEFORE|AFTER) (INSERT|DELETE|UPDATE)(?: OF ([\s\S]*?))? ON \w/.exec(String(sql)) ?? []
    const listed = columns?.split(',').map((column) => column.trim())
    return {
      name: String(name),
      table: String(tbl_name),
      time,
      event: event as Event,
      columns: listed,
      sql: String(sql),
    }
  })

/** The effects of the statements of each trigger and view, without those of the triggers that they fire in turn. */
function ownEffects(): Map<string, Effects> {
  const effects = new Map<string, Effects>()
  db.setAuthorizer((code, table, column, _database, source) => {
    if (source && table) {
      const { reads, writes } = effects.get(source) ?? { reads: new Set(), writes: new Set() }
      effects.set(source, { reads, writes })
      if (code === constants.SQLITE_READ) reads.add(`${table}.${column}`)
      if (code === constants.SQLITE_UPDATE) writes.add(`${table}.${column}`)
      if (code === constants.SQLITE_INSERT) writes.add(`${table}.*INSERT`)
      if (code === constants.SQLITE_DELETE) writes.add(`${table}.*DELETE`)
    }
    return constants.SQLITE_OK
  })
  for (const table of new Set(triggers.map((trigger) => trigger.table))) {
    db.prepare(`INSERT INTO ${table} DEFAULT VALUES`)
    db.prepare(`DELETE FROM ${table}`)
    const columns = db.prepare(`SELECT name FROM pragma_table_info(?)`).all(table)
    for (const { name } of columns) db.prepare(`UPDATE ${table} SET ${name} = ${name}`)
  }
  db.setAuthorizer(null)
  return effects
}

const own = ownEffects()

/** The effects of a trigger and of all triggers that it fires. */
function effectsOf(trigger: Trigger, seen = new Set<string>()): Effects {
  const all: Effects = { reads: new Set(), writes: new Set() }
  if (seen.has(trigger.name)) return all
  seen.add(trigger.name)
  const views = [...own.keys()].filter((name) => name.endsWith('_documents') && trigger.sql.includes(name))
  for (const name of [trigger.name, ...views]) {
    for (const read of own.get(name)?.reads ?? []) all.reads.add(read)
    for (const write of own.get(name)?.writes ?? []) all.writes.add(write)
  }
  for (const write of [...all.writes]) {
    for (const fired of triggers.filter((other) => fires(write, other))) {
      const { reads, writes } = effectsOf(fired, seen)
      for (const read of reads) all.reads.add(read)
      for (const further of writes) all.writes.add(further)
    }
  }
  return all
}

function fires(write: string, { table, event, columns }: Trigger): boolean {
  const [written, column = ''] = write.split('.')
  if (written !== table) return false
  if (column.startsWith('*')) return column === `*${event}`
  return event === 'UPDATE' && (!columns || columns.includes(column))
}

function touches(write: string, others: ReadonlySet<string>): boolean {
  const [table, column = ''] = write.split('.')
  return [...others].some((other) => {
    const [otherTable, otherColumn = ''] = other.split('.')
    return table === otherTable && (column === otherColumn || column.startsWith('*') || otherColumn.startsWith('*'))
  })
}

function fireTogether(a: Trigger, b: Trigger): boolean {
  const isSameEvent = a.table === b.table && a.event === b.event && a.time === b.time
  return isSameEvent && (!a.columns || !b.columns || a.columns.some((column) => b.columns?.includes(column)))
}

/** Triggers whose conditions exclude each other: one is for hearts, the other for glops. */
const EXCLUSIVE = ['ledger_insert_hearts', 'ledger_insert_glops']

const pairs = triggers.flatMap((a, index) =>
  triggers.slice(index + 1).flatMap((b) => (fireTogether(a, b) ? [[a, b] as const] : [])),
)

describe('triggers of one event', () => {
  it.each(pairs.map(([a, b]) => [a.name, b.name, a, b] as const))(
    'the triggers %s and %s have the same result in either order',
    (...pair) => {
      const [, , a, b] = pair
      if (EXCLUSIVE.includes(a.name) && EXCLUSIVE.includes(b.name)) return
      const [effectsA, effectsB] = [effectsOf(a), effectsOf(b)]
      const clashes = [
        ...[...effectsA.writes].filter((write) => touches(write, effectsB.writes) || touches(write, effectsB.reads)),
        ...[...effectsB.writes].filter((write) => touches(write, effectsA.reads)),
      ]
      expect(clashes).toEqual([])
    },
  )
})
