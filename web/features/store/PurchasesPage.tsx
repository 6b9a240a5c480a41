import { useInfiniteQuery } from '@tanstack/react-query'
import type { Purchase } from '../../../contract/http/store.ts'
import { itemName, priceText } from '../../../contract/store.ts'
import { shortDateText } from '../../lib/format.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Link } from '../../ui/Link.tsx'
import { ListEnd } from '../../ui/ListEnd.tsx'
import { Page } from '../../ui/Page.tsx'
import { Table } from '../../ui/Table.tsx'
import { Gifts } from './Gifts.tsx'
import { purchasesQuery } from './queries.ts'
import { RequireBuyer } from './RequireBuyer.tsx'
import { stateText } from './state-text.ts'

const TITLE = 'Your purchases'

const COLUMNS = [
  {
    key: 'item',
    label: 'What',
    cell: ({ id, item, recipient }: Purchase) => (
      <Link to={`/store/receipt/${id}`} className="link">
        {recipient ? `${itemName(item)}, for ${recipient.nickname}` : itemName(item)}
      </Link>
    ),
  },
  { key: 'date', label: 'Paid', oneLine: true, cell: ({ datePaid }: Purchase) => datePaid && shortDateText(datePaid) },
  { key: 'state', label: 'State', cell: (purchase: Purchase) => stateText(purchase) },
  {
    key: 'price',
    label: 'Price',
    number: true,
    cell: ({ cents, currency }: Purchase) => priceText(cents, currency),
  },
]

/** Everything that the member paid for, and the gifts that they got. Unsettled payments come first, then the latest. */
export function PurchasesPage() {
  return (
    <RequireBuyer title={TITLE}>
      <Page title={TITLE} gap={16} width={768}>
        <h1>{TITLE}</h1>
        <Purchases />
        <Gifts />
      </Page>
    </RequireBuyer>
  )
}

function Purchases() {
  const query = useInfiniteQuery(purchasesQuery)
  const purchases = itemsOf(query.data)
  if (query.isSuccess && purchases.length === 0)
    return (
      <EmptyState action={<ButtonLink to="/store">See the store</ButtonLink>}>
        You haven’t bought anything yet.
      </EmptyState>
    )
  return (
    <>
      {purchases.length > 0 && <Table label={TITLE} columns={COLUMNS} rows={purchases} rowKey={({ id }) => id} />}
      <ListEnd query={query} />
    </>
  )
}
