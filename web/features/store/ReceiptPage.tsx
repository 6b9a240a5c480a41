import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { idText } from '../../../contract/http/common.ts'
import type { Purchase } from '../../../contract/http/store.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { itemName, priceText } from '../../../contract/store.ts'
import { CallError } from '../../lib/call.ts'
import { dateText } from '../../lib/format.ts'
import { messages } from '../../lib/messages/general.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { ErrorScreen } from '../../ui/EmptyState.tsx'
import { Fact, FactList } from '../../ui/FactList.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { MemberLink } from '../../ui/MemberLink.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { receiptQuery } from './queries.ts'
import styles from './ReceiptPage.module.css'
import { RequireBuyer } from './RequireBuyer.tsx'
import { stateText } from './state-text.ts'

const TITLE = 'Receipt'

/** The receipt of an order, to read and to print. */
export function ReceiptPage() {
  const id = idText.safeParse(useParams().id)
  if (!id.success) throw new Response(null, { status: 404 })
  return (
    <RequireBuyer title={TITLE}>
      <Receipt id={id.data} />
    </RequireBuyer>
  )
}

function Receipt({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(receiptQuery(id))
  if (error instanceof CallError && error.status === 404) return <ErrorScreen>{messages.notFound}</ErrorScreen>
  return (
    <Page title={TITLE} gap={16} width={560}>
      <h1>{`${data && !data.datePaid ? 'Order' : TITLE} ${id}`}</h1>
      {error && <LoadFailure onRetry={() => void refetch()}>{messages.pageFailed}</LoadFailure>}
      {!data && !error && <PageSpinner />}
      {data && <ReceiptFacts purchase={data} />}
      <div className={styles.actions}>
        {data && <Button onClick={() => print()}>Print</Button>}
        <ButtonLink to="/store/purchases">Your purchases</ButtonLink>
      </div>
    </Page>
  )
}

function ReceiptFacts({ purchase }: { purchase: Purchase }) {
  const { item, cents, currency, recipient, message, dateCreated, datePaid, paymentId } = purchase
  return (
    <FactList>
      <Fact name="What">{itemName(item)}</Fact>
      {recipient && (
        <Fact name="For">
          <MemberLink {...recipient} />
        </Fact>
      )}
      {message && (
        <Fact name="Your words">
          <UserText>{message}</UserText>
        </Fact>
      )}
      <Fact name="Price">{priceText(cents, currency)}</Fact>
      <Fact name="State">{stateText(purchase)}</Fact>
      <Fact name="Ordered">{dateText(dateCreated)}</Fact>
      {datePaid && <Fact name="Paid">{dateText(datePaid)}</Fact>}
      {paymentId && <Fact name="PayPal’s number">{paymentId}</Fact>}
      <Fact name="Seller">{PRODUCT_NAME}</Fact>
    </FactList>
  )
}
