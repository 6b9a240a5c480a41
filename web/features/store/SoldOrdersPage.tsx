import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { type SoldOrder, soldOrderFilter } from '../../../contract/http/store.ts'
import { itemName, priceText } from '../../../contract/store.ts'
import { shortDateText } from '../../lib/format.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListEnd } from '../../ui/ListEnd.tsx'
import { MemberLink } from '../../ui/MemberLink.tsx'
import { Page } from '../../ui/Page.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { StaffOnly } from '../../ui/StaffOnly.tsx'
import { Table } from '../../ui/Table.tsx'
import { DeskTabs } from '../cases/DeskTabs.tsx'
import { soldOrdersQuery } from './queries.ts'
import { stateText } from './state-text.ts'

const TITLE = 'Orders'

const FILTERS = [
  { value: 'open', label: 'To look at' },
  { value: 'paid', label: 'Paid' },
] as const

const COLUMNS = [
  { key: 'number', label: 'Order', cell: ({ id }: SoldOrder) => id },
  { key: 'item', label: 'What', oneLine: true, cell: ({ item }: SoldOrder) => itemName(item) },
  { key: 'buyer', label: 'Buyer', cell: ({ buyer }: SoldOrder) => <MemberLink {...buyer} /> },
  {
    key: 'recipient',
    label: 'For',
    cell: ({ buyer, recipient }: SoldOrder) => (recipient.id === buyer.id ? '' : <MemberLink {...recipient} />),
  },
  { key: 'state', label: 'State', cell: (order: SoldOrder) => stateText(order) },
  { key: 'created', label: 'Ordered', oneLine: true, cell: ({ dateCreated }: SoldOrder) => shortDateText(dateCreated) },
  {
    key: 'price',
    label: 'Price',
    number: true,
    cell: ({ cents, currency }: SoldOrder) => priceText(cents, currency),
  },
  {
    key: 'provider',
    label: 'Number at PayPal',
    cell: ({ paymentId, providerId }: SoldOrder) => paymentId ?? providerId ?? '',
  },
]

/** Orders of the store for admins: those whose payment needs a look at PayPal, or all that were paid. */
export function SoldOrdersPage() {
  return (
    <StaffOnly admins>
      <SoldOrders />
    </StaffOnly>
  )
}

function SoldOrders() {
  const [params, setParams] = useSearchParams()
  const filter = soldOrderFilter.safeParse(params.get('filter')).data ?? 'open'
  const query = useInfiniteQuery(soldOrdersQuery(filter))
  const orders = itemsOf(query.data)
  return (
    <Page title={TITLE} gap={16} width={1080}>
      <h1>Moderation</h1>
      <DeskTabs current="/gloperate/orders" />
      <p>
        Payments that aren’t as ordered, and disputes, are decided at PayPal. Search there for the number of the
        payment.
      </p>
      <Segmented
        label="Orders"
        options={FILTERS}
        value={filter}
        onChange={(value) => setParams(value === 'open' ? {} : { filter: value })}
      />
      {query.isSuccess && orders.length === 0 && (
        <EmptyState>{filter === 'open' ? 'Every payment is as ordered.' : 'Nothing has been bought yet.'}</EmptyState>
      )}
      {orders.length > 0 && <Table label={TITLE} columns={COLUMNS} rows={orders} rowKey={({ id }) => id} />}
      <ListEnd query={query} />
    </Page>
  )
}
