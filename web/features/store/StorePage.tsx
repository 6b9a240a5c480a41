import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { StoreReply } from '../../../contract/http/store.ts'
import { GLOPS_PER_HEART } from '../../../contract/limits.ts'
import { countText, dateText, numberText } from '../../lib/format.ts'
import { idempotencyKey } from '../../lib/idempotency-key.ts'
import { messageOf, messages } from '../../lib/messages/errors.ts'
import { useUser } from '../../lib/session.ts'
import { Link } from '../../ui/Link.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { NoticeLine } from '../../ui/NoticeLine.tsx'
import { Page } from '../../ui/Page.tsx'
import { RequireLogin } from '../../ui/RequireLogin.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { ItemChoice } from './ItemChoice.tsx'
import { OrderForm } from './OrderForm.tsx'
import { type OrderDraft, useOrderDraft } from './order-draft.ts'
import { PatronExtras } from './PatronExtras.tsx'
import { storeQuery, useOrder } from './queries.ts'
import styles from './StorePage.module.css'

const TITLE = 'Store'

/** Heart packs and the patron year, for the buyer or as a gift [2 §2]. */
export function StorePage() {
  return (
    <RequireLogin title={TITLE} sentence="You must be logged in to use the store.">
      <Store />
    </RequireLogin>
  )
}

function Store() {
  const user = useUser()
  const { data, error, refetch } = useQuery(storeQuery)
  return (
    <Page title={TITLE} className={styles.page}>
      <h1>{TITLE}</h1>
      <p className={styles.intro}>
        Posting, voting, chatting and drawing together are free. What you buy here helps to keep Croquis running.
      </p>
      <CancelledNotice />
      {error && <LoadFailure onRetry={() => void refetch()}>{messages.pageFailed}</LoadFailure>}
      {!data && !error && <PageSpinner />}
      {data && user && (
        <>
          <Offer offer={data} userId={user.id} />
          <NeverBought />
        </>
      )}
    </Page>
  )
}

/** Comes with the offer, which would push it down. */
function NeverBought() {
  return (
    <section className={styles.never}>
      <h2>What payment never buys</h2>
      <p>
        Paying never buys a feature, a vote, a compo place or a milder rule, and it never moves your own sketches up a
        list. A heart you bought counts the same as one you earned, and it can’t go to your own work. Blocking,
        reporting and unlisted sketches are free for everyone.
      </p>
    </section>
  )
}

/** Said to a buyer who came back from the provider without paying. */
function CancelledNotice() {
  const [params, setParams] = useSearchParams()
  if (!params.has('cancelled')) return null
  return (
    <NoticeLine
      label="Payment"
      text="You left PayPal without paying. You weren’t charged, and your choice is still here."
      onDismiss={() => setParams({}, { replace: true, preventScrollReset: true })}
    />
  )
}

function Offer({ offer, userId }: { offer: StoreReply; userId: number }) {
  const { open, items, currency } = offer
  const [draft, change] = useOrderDraft(userId)
  const { send, isLeaving, error } = useSendOrder(draft)
  const [problem, setProblem] = useState<string>()
  const update = (changes: Partial<OrderDraft>) => {
    setProblem(undefined)
    change((before) => ({ ...before, ...changes }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isLeaving) return
    if (draft.isGift && !draft.recipient) setProblem('Choose who gets it.')
    else send()
  }
  const choose = (item: OrderDraft['item']) => update({ item })
  const choice = { chosen: draft.item, currency, onChoose: choose, disabled: !open }
  return (
    <form className={styles.columns} noValidate onSubmit={submit}>
      <div className={styles.offers}>
        <section>
          <h2 id="store-hearts">Hearts</h2>
          <p className={styles.soft}>
            {`You have ${countText(offer.heartsAvailable, 'heart')} to give. Next heart at ${GLOPS_PER_HEART} glops (${numberText(offer.heartsGlopAccum)} so far). `}
            <Link to="/how-hearts-work">How hearts work</Link>
          </p>
          <ItemChoice {...choice} labelledBy="store-hearts" items={items.filter(({ hearts }) => hearts > 0)} />
        </section>
        <section>
          <h2 id="store-patron">Patron</h2>
          <p className={styles.soft}>{patronText(offer)}</p>
          <ItemChoice {...choice} labelledBy="store-patron" items={items.filter(({ hearts }) => hearts === 0)} />
          <p className={styles.small}>
            One payment, no renewal by itself. When the year ends, nothing you posted is lost, and your settings wait
            for you.
          </p>
          <PatronExtras />
        </section>
      </div>
      <OrderForm
        offer={offer}
        draft={draft}
        problem={problem}
        failure={error && messageOf(error)}
        busy={isLeaving}
        onChange={update}
      />
    </form>
  )
}

function patronText({ patron, patronUntil }: StoreReply): string {
  if (!patron) return 'A year of extras for artists who want them.'
  return patronUntil ? `You’re a patron until ${dateText(patronUntil)}. Thank you!` : 'You’re a patron. Thank you!'
}

/** Makes the order and leaves for the provider's page. A retry after a lost reply makes no second order. */
function useSendOrder({ item, isGift, recipient, message }: OrderDraft) {
  const { mutate, isPending, error } = useOrder()
  const [isLeaving, setLeaving] = useState(false)
  const key = useRef(idempotencyKey())
  // A page that the browser shows again on Back is no longer leaving.
  useEffect(() => {
    const stay = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false)
    addEventListener('pageshow', stay)
    return () => removeEventListener('pageshow', stay)
  }, [])
  const send = () => {
    const order = { item, ...(isGift && recipient ? { user: recipient.id, message } : { message: '' }) }
    mutate(
      { ...order, key: key.current.keyOf(order) },
      {
        onSuccess: (approveUrl) => {
          key.current.renew()
          setLeaving(true)
          location.assign(approveUrl)
        },
      },
    )
  }
  return { send, isLeaving: isPending || isLeaving, error }
}
