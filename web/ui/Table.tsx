import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { classes } from './classes.ts'
import { Hidden } from './Hidden.tsx'
import { Icon } from './Icon.tsx'
import styles from './Table.module.css'
import { Each } from './template.tsx'

export type TableSort = { key: string; descending: boolean }

export type Column<Row> = {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  /** Aligned right, and sorted descending first. */
  number?: boolean
  /** Keeps the text on one line. */
  oneLine?: boolean
  sortable?: boolean
  /** Hides the label visually (a column of buttons). */
  hideLabel?: boolean
}

type TableProps<Row> = {
  /** Accessible name. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** Sorted by the caller. */
  sort?: TableSort
  onSort?: (sort: TableSort) => void
  /** In a first-paint template: the list by which the site repeats the row. */
  repeat?: string | undefined
}

/** Table whose first column holds row headers; scrolls horizontally when it is too wide. */
export function Table<Row>({ label, columns, rows, rowKey, sort, onSort, repeat }: TableProps<Row>) {
  const box = useRef<HTMLElement>(null)
  const overflows = useOverflow(box)
  const body = rows.map((row) => (
    <tr key={rowKey(row)} className={styles.row}>
      {columns.map((column, index) => {
        const cellClass = classes(styles.cell, column.number && styles.number, column.oneLine && styles.oneLine)
        return index === 0 ? (
          <th key={column.key} scope="row" className={cellClass}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.key} className={cellClass}>
            {column.cell(row)}
          </td>
        )
      })}
    </tr>
  ))
  return (
    <section ref={box} className={styles.box} aria-label={label} tabIndex={overflows ? 0 : undefined}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>{repeat ? <Each of={repeat}>{body}</Each> : body}</tbody>
      </table>
    </section>
  )
}

type HeadProps<Row> = { column: Column<Row>; sort?: TableSort; onSort?: (sort: TableSort) => void }

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const { key, label, number = false, sortable, hideLabel } = column
  const sorted = sort?.key === key ? sort : undefined
  const order = sorted && (sorted.descending ? 'descending' : 'ascending')
  return (
    <th scope="col" className={classes(styles.head, number && styles.number)} aria-sort={order}>
      {sortable && onSort ? (
        <button
          type="button"
          className={styles.sort}
          onClick={() => onSort({ key, descending: sorted ? !sorted.descending : number })}
        >
          {label}
          <span className={styles.arrow}>
            {sorted && <Icon of={sorted.descending ? ArrowDown : ArrowUp} size={16} />}
          </span>
        </button>
      ) : hideLabel ? (
        <Hidden>{label}</Hidden>
      ) : (
        label
      )}
    </th>
  )
}

function useOverflow(box: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setOverflows(element.scrollWidth > element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return overflows
}
