import type { Db } from '../../lib/database.ts'
import type { exportedFiles } from './schema.ts'

/** Values of the last row of a page, in the order in which rows are read; empty before the first page. */
export type Position = readonly number[]

/** A file for the zip. Until it was read, its size is the one in its row. */
export type NewFile = Pick<typeof exportedFiles.$inferInsert, 'name' | 'source' | 'fileKey' | 'bytes' | 'modifiedAt'>

export type SectionPage = { items: readonly object[]; files: readonly NewFile[]; next: Position | null }

/** A kind of things that a member has on the site, written to the zip as JSON. */
export type Section = {
  /** The name of its file in the zip. An interrupted job continues at the step with this name. */
  name: string
  /** The columns with the member's id that it reads, as `table.column`. */
  references: readonly string[]
  /** The rows after a position; `next` is null after the last. */
  page: (db: Db, userId: number, after: Position) => Promise<SectionPage>
}

type Query = { db: Db; userId: number; after: Position; limit: number }

type SectionOf<Row> = Pick<Section, 'name' | 'references'> & {
  /** Rows in one file, and in one step of the job. */
  limit?: number
  read: (query: Query) => PromiseLike<Row[]>
  /** The position of a row. Absent if one page has all rows. */
  at?: (row: Row) => Position
  /** False for rows that the file leaves out. */
  keep?: (row: Row) => boolean
  show?: (row: Row) => object
  files?: (row: Row) => readonly NewFile[]
}

const ROWS_PER_FILE = 500

/** Makes a section. Names of columns that end in `At` are times, which become ISO 8601. */
export function section<Row extends object>({
  name,
  references,
  limit = ROWS_PER_FILE,
  read,
  at,
  keep = () => true,
  show = (row) => row,
  files = () => [],
}: SectionOf<Row>): Section {
  return {
    name,
    references,
    page: async (db, userId, after) => {
      const rows = await read({ db, userId, after, limit })
      const last = rows.length < limit ? undefined : rows.at(-1)
      return {
        items: rows.filter(keep).map((row) => withIsoTimes(show(row))),
        files: rows.flatMap(files),
        next: last && at ? at(last) : null,
      }
    },
  }
}

function withIsoTimes(item: object): object {
  const values = Object.entries(item).map(([name, value]) => [
    name,
    name.endsWith('At') && typeof value === 'number' ? new Date(value).toISOString() : value,
  ])
  return Object.fromEntries(values)
}
