import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import type { StoreReply } from '../../../contract/http/store.ts'
import { heartsText, patronText } from '../../../contract/store.ts'
import { CallError } from '../../lib/call.ts'
import { idempotencyKey } from '../../lib/idempotency-key.ts'
import { messageOf, messageOfCode } from '../../lib/messages/errors.ts'
import { messages } from '../../lib/messages/general.ts'
import { useImpersonation, useUser, wasSignedIn } from '../../lib/session.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { NoticeLine } from '../../ui/NoticeLine.tsx'
import { Page } from '../../ui/Page.tsx'
import { RequireLogin } from '../../ui/RequireLogin.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { Offers } from './Offers.tsx'
import { OrderForm } from './OrderForm.tsx'
import { type OrderDraft, useOrderDraft } from './order-draft.ts'
import { storeQuery, useOrder } from './queries.ts'
import styles from './StorePage.module.css'
import { NeverBought, STORE_CLOSED, STORE_LOGIN_NEEDED, STORE_TITLE, StoreHead } from './StoreTexts.tsx'

/** Prefetches the offer while the page renders. */
export function loadStore(client: QueryClient): null {
  if (wasSignedIn()) void client.prefetchQuery(storeQuery)
  return null
}

/** Heart packs and the patron year, for the buyer or as a gift [2 §2]. */
export function StorePage() {
  return (
    <RequireLogin title={STORE_TITLE} sentence={STORE_LOGIN_NEEDED}>
      <Store />
    </RequireLogin>
  )
}

function Store() {
  const user = useUser()
  const { data, error, refetch } = useQuery(storeQuery)
  return (
    <Page title={STORE_TITLE} className={styles.page}>
      <StoreHead />
      <CancelledNotice />
      {error && <LoadFailure onRetry={() => void refetch()}>{messages.pageFailed}</LoadFailure>}
      {!data && !error && <PageSpinner />}
      {data && user && (
        <>
          <Offer offer={data} user={user} />
          <NeverBought />
        </>
      )}
    </Page>
  )
}

/** Message to a buyer who came back from the provider without paying. */
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

function Offer({ offer, user }: { offer: StoreReply; user: CurrentUser }) {
  const { open, items, currency } = offer
  const [draft, change] = useOrderDraft(user.id)
  const { send, isLeaving, error } = useSendOrder(draft)
  const [problem, setProblem] = useState<{ text: string }>()
  const isActing = useImpersonation() !== null
  const closed = isActing ? messageOfCode('impersonating') : open ? null : STORE_CLOSED
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problem])
  const update = (changes: Partial<OrderDraft>) => {
    setProblem(undefined)
    change((before) => ({ ...before, ...changes }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isLeaving || closed !== null) return
    if (draft.isGift && !draft.recipient) setProblem({ text: 'Choose who gets it.' })
    else send()
  }
  return (
    <form ref={form} className={styles.columns} noValidate onSubmit={submit}>
      <Offers
        items={items}
        currency={currency}
        hearts={heartsText(offer)}
        patron={patronText(offer)}
        extras={{ host: location.host, nickname: user.nickname, year: String(new Date().getFullYear()) }}
        chosen={draft.item}
        disabled={closed !== null}
        onChoose={(item) => update({ item })}
      />
      <OrderForm
        offer={offer}
        draft={draft}
        problem={problem?.text}
        failure={error && messageOf(error)}
        closed={closed}
        busy={isLeaving}
        onChange={update}
      />
    </form>
  )
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
        // Its key would be refused again.
        onError: (error) => {
          if (error instanceof CallError && error.code === 'order_changed') key.current.renew()
        },
      },
    )
  }
  return { send, isLeaving: isPending || isLeaving, error }
}
