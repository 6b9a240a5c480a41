import { type SQL, sql } from 'drizzle-orm'
import { type RowStep, rowsOf } from '../../domain/users/row-steps.ts'

/** The account that is merged (`source`), and the account that gets its rows (`target`). */
export type Accounts = { source: number; target: number; now: number }

export type MergeStep = RowStep<Accounts>

type MoveOptions = {
  /** The condition of rows that are deleted instead, because the target cannot have them. */
  drop?: (accounts: Accounts) => SQL
  /** Other columns that change with the reference. */
  set?: (accounts: Accounts) => SQL
  /** Statements that run before the rows move, such as those of counts; `isMoved` is the condition of the rows. */
  before?: (isMoved: SQL, accounts: Accounts) => SQL[]
}

/** Moves the rows of the source to the target. */
export function move(table: string, column: string, { drop, set, before }: MoveOptions = {}): MergeStep {
  const [name, reference] = [sql.raw(table), sql.raw(column)]
  return {
    name: `move ${table}.${column}`,
    references: [`${table}.${column}`],
    statements: (accounts) => {
      const { source, target } = accounts
      const rows = sql`rowid IN (${rowsOf(table, column, source)})`
      const dropped = drop?.(accounts)
      const isMoved = dropped ? sql`${rows} AND (${dropped}) IS NOT TRUE` : rows
      const others = set ? sql`, ${set(accounts)}` : sql``
      return [
        ...(dropped ? [sql`DELETE FROM ${name} WHERE ${rows} AND (${dropped}) RETURNING 1`] : []),
        ...(before?.(isMoved, accounts) ?? []),
        sql`UPDATE ${name} SET ${reference} = ${target}${others} WHERE ${isMoved} RETURNING 1`,
      ]
    },
  }
}

/** Moves counts from the source to the target: `counts` are sums over the rows of a table, by column of `users`. */
export function moveCounts(
  table: string,
  isMoved: SQL,
  { source, target }: Accounts,
  counts: Record<string, string>,
): SQL[] {
  const columns = sql.raw(Object.keys(counts).join(', '))
  const update = (id: number, sign: '+' | '-') => {
    const values = Object.entries(counts).map(([column, count]) => `users.${column} ${sign} coalesce(sum(${count}), 0)`)
    return sql`UPDATE users SET (${columns}) = (SELECT ${sql.raw(values.join(', '))} FROM ${sql.raw(table)}
      WHERE ${isMoved}) WHERE id = ${id}`
  }
  return [update(source, '-'), update(target, '+')]
}

/** Moves rows of which a member has at most one for each `key`. If both accounts have one, the target's stays. */
export function moveOnce(table: string, column: string, ...key: string[]): MergeStep {
  return move(table, column, { drop: ({ target }) => hasSame(table, column, key, target) })
}

export function hasSame(table: string, column: string, key: readonly string[], target: number): SQL {
  const isSame = key.map((name) => ` AND other.${name} = ${table}.${name}`).join('')
  return sql`EXISTS (SELECT 1 FROM ${sql.raw(table)} AS other
    WHERE other.${sql.raw(column)} = ${target}${sql.raw(isSame)})`
}

/** Removes the rows of the source. */
export function remove(table: string, column = 'user_id'): MergeStep {
  return {
    name: `remove ${table}.${column}`,
    references: [`${table}.${column}`],
    statements: ({ source }) => [
      sql`DELETE FROM ${sql.raw(table)} WHERE rowid IN (${rowsOf(table, column, source)}) RETURNING 1`,
    ],
  }
}

/** Moves rows by reading the whole table in parts, because the column has no index. */
export function scan(table: string, column: string, drop?: (accounts: Accounts) => SQL): MergeStep {
  const [name, reference] = [sql.raw(table), sql.raw(column)]
  return {
    name: `move ${table}.${column}`,
    references: [`${table}.${column}`],
    scanned: table,
    statements: (accounts, range) => {
      const ofSource = sql`${range} AND ${reference} = ${accounts.source}`
      const update = sql`UPDATE ${name} SET ${reference} = ${accounts.target} WHERE ${ofSource}`
      return drop ? [sql`DELETE FROM ${name} WHERE ${ofSource} AND (${drop(accounts)})`, update] : [update]
    },
  }
}
