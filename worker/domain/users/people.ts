import { eq } from 'drizzle-orm'
import type { Person } from '../../../contract/http/users.ts'
import type { Db } from '../../lib/database.ts'
import { givenId, idRows } from '../../lib/id-rows.ts'
import { personColumns, personOf } from './list-items.ts'
import { users } from './schema.ts'

/** Selects members by their ids, so that a page reads each of them once. */
export function selectPeople(db: Db, ids: readonly (number | null)[]) {
  return db.select(personColumns).from(idRows(ids)).crossJoin(users).where(eq(users.id, givenId))
}

type PersonRow = Awaited<ReturnType<typeof selectPeople>>[number]

/** Looks up members among these rows. @throws if one is missing. */
export function peopleIn(rows: readonly PersonRow[]): (id: number) => Person {
  const people = new Map(rows.map((row) => [row.id, personOf(row)]))
  return (id) => {
    const person = people.get(id)
    if (!person) throw new Error(`no member ${id}`)
    return person
  }
}
