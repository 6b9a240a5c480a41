import { numbersMessages } from '../../lib/messages/decisions.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/Page.tsx'
import { Each, slot } from '../../ui/template.tsx'
import { NumbersNote, NumbersTable } from './NumbersTable.tsx'

const NAMES = ['month', 'reports', 'decisions', 'acted', 'upheld', 'overturned', 'median'] as const
const ROW = Object.fromEntries(NAMES.map((name) => [name, slot(name)])) as Record<(typeof NAMES)[number], string>

/** First-paint markup of the page of numbers, see `NumbersPage`. */
export function FirstNumbers() {
  return (
    <Page title={null} gap={16} width={1080}>
      <h1>{numbersMessages.title}</h1>
      <p>{numbersMessages.intro}</p>
      <Each of="table">
        <NumbersTable rows={[ROW]} repeat="months" />
      </Each>
      <Each of="isEmpty">
        <EmptyState>{numbersMessages.none}</EmptyState>
      </Each>
      <NumbersNote />
    </Page>
  )
}
