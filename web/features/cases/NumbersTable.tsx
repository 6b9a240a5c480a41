import type { caseNumbersTexts } from '../../../contract/case-numbers.ts'
import { numbersMessages } from '../../lib/messages/decisions.ts'
import { Link } from '../../ui/Link.tsx'
import { type Column, Table } from '../../ui/Table.tsx'

type Row = ReturnType<typeof caseNumbersTexts>

const number = (key: keyof Row, label: string): Column<Row> => ({ key, label, number: true, cell: (row) => row[key] })

const COLUMNS: readonly Column<Row>[] = [
  { key: 'month', label: 'Month', cell: ({ month }) => month },
  number('reports', 'Reports'),
  number('decisions', 'Decisions'),
  number('acted', 'With action'),
  number('upheld', 'Appeals declined'),
  number('overturned', 'Appeals accepted'),
  number('median', 'Median time'),
]

/** A row for each month. `repeat`: see `Table`. */
export const NumbersTable = ({ rows, repeat }: { rows: readonly Row[]; repeat?: string }) => (
  <Table label={numbersMessages.title} columns={COLUMNS} rows={rows} rowKey={({ month }) => month} repeat={repeat} />
)

/** Says below the table which rules decisions refer to. */
export const NumbersNote = () => (
  <p>
    Decisions refer to our <Link to="/guidelines">community guidelines</Link>.
  </p>
)
