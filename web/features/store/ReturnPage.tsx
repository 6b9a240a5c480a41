import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Purchase } from '../../../contract/http/store.ts'
import { itemName } from '../../../contract/store.ts'
import { useUser } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { forgetOrderDraft } from './order-draft.ts'
import { returnQuery, useRefreshAfterPurchase } from './queries.ts'
import { RequireBuyer } from './RequireBuyer.tsx'
import styles from './ReturnPage.module.css'
import { askingFailedText } from './state-text.ts'

const TITLE = 'Your payment'

/** Page to which the payment provider returns the buyer [2 §2]. Shows the outcome of the payment. */
export function ReturnPage() {
  const [params] = useSearchParams()
  const token = params.get('token')
  return (
    <RequireBuyer title={TITLE}>
      <Page title={TITLE} gap={16} width={560} className={styles.page}>
        {token ? <Confirmation token={token} /> : <Message title="There is no payment to confirm" />}
      </Page>
    </RequireBuyer>
  )
}

function Confirmation({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(returnQuery(token))
  useBought(data)
  if (error && !data)
    return (
      <Message title="We couldn’t ask PayPal yet" text={askingFailedText(error)}>
        <Button variant="primary" busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </Message>
    )
  if (!data)
    return (
      <Message title="One moment" text="We’re asking PayPal about your payment.">
        <Spinner />
      </Message>
    )
  return <Outcome purchase={data} failure={error && askingFailedText(error)} onAsk={refetch} />
}

/** Reads the balance again once the order is paid, and deletes its draft. */
function useBought(purchase: Purchase | undefined): void {
  const refresh = useRefreshAfterPurchase()
  const isBought = purchase?.state === 'paid'
  const userId = useUser()?.id
  const isDone = useRef(false)
  useEffect(() => {
    if (!isBought || isDone.current) return
    isDone.current = true
    if (userId !== undefined) forgetOrderDraft(userId)
    void refresh()
  }, [isBought, refresh, userId])
}

type OutcomeProps = {
  purchase: Purchase
  /** The message of a failed question about an order that is still open. */
  failure: string | null
  onAsk: () => Promise<unknown>
}

function Outcome({ purchase, failure, onAsk }: OutcomeProps) {
  const { id, item, state, recipient } = purchase
  const receipt = (
    <ButtonLink variant="primary" to={`/store/receipt/${id}`}>
      See the receipt
    </ButtonLink>
  )
  const purchases = <ButtonLink to="/store/purchases">Your purchases</ButtonLink>
  switch (state) {
    case 'paid':
      return recipient ? (
        <Message
          title="Thank you!"
          text={`Your gift has arrived: ${recipient.nickname} has it now (${itemName(item)}).`}
        >
          {receipt}
        </Message>
      ) : (
        <Message title="Thank you!" text={paidText(purchase)}>
          {receipt}
        </Message>
      )
    case 'created':
      return (
        <Message
          title="PayPal hasn’t confirmed it yet"
          text={
            failure ??
            'This usually takes a few seconds. You can close this page: what you bought arrives as soon as PayPal confirms.'
          }
        >
          <AskAgain onAsk={onAsk} />
        </Message>
      )
    case 'pending':
      return (
        <Message
          title="PayPal is reviewing your payment"
          text={
            failure ?? 'You don’t have to do anything. What you bought arrives as soon as PayPal releases the payment.'
          }
        >
          <AskAgain onAsk={onAsk} />
          {purchases}
        </Message>
      )
    case 'declined':
      return (
        <Message title="The payment was declined" text="Your bank or card didn’t accept it. You weren’t charged.">
          <ButtonLink variant="primary" to="/store">
            Try another way
          </ButtonLink>
        </Message>
      )
    case 'expired':
      return <Message title="This order has expired" text="It wasn’t paid in time. You weren’t charged." />
    case 'mismatched':
      return (
        <Message
          title="Something doesn’t match"
          text={`PayPal told us another amount than the order says, so we didn’t complete it. Please write to us about order ${id}.`}
        >
          <ButtonLink variant="primary" to="/support">
            Contact
          </ButtonLink>
          {purchases}
        </Message>
      )
    case 'refunded':
    case 'disputed':
      return (
        <Message title={state === 'refunded' ? 'This order was refunded' : 'This payment is disputed'}>
          {receipt}
        </Message>
      )
  }
}

/** The page stops asking by itself after a while. */
function AskAgain({ onAsk }: { onAsk: () => Promise<unknown> }) {
  const [isAsking, setAsking] = useState(false)
  const ask = async () => {
    setAsking(true)
    await onAsk()
    setAsking(false)
  }
  return (
    <Button busy={isAsking} onClick={() => void ask()}>
      Check again
    </Button>
  )
}

const paidText = ({ item }: Purchase) =>
  item === 'patron'
    ? 'You’re a patron now. Your extras are waiting in your settings.'
    : `${itemName(item)} are yours to give.`

function Message({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <>
      <h1>{title}</h1>
      <p role="status">{text}</p>
      <div className={styles.actions}>
        {children}
        <ButtonLink to="/store">Back to the store</ButtonLink>
      </div>
    </>
  )
}
