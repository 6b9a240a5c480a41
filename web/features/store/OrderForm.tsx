import type { StoreReply } from '../../../contract/http/store.ts'
import { GIFT_MESSAGE_MAX } from '../../../contract/limits.ts'
import { itemName, priceText } from '../../../contract/store.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { FormError } from '../../ui/FormError.tsx'
import { Link } from '../../ui/Link.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './OrderForm.module.css'
import type { OrderDraft } from './order-draft.ts'
import { RecipientField } from './RecipientField.tsx'
import { STORE_CLOSED } from './StoreTexts.tsx'

type OrderFormProps = {
  offer: Pick<StoreReply, 'open' | 'items' | 'currency'>
  draft: OrderDraft
  /** The message about a missing recipient. */
  problem: string | undefined
  /** The message of an order that could not be made. */
  failure: string | null
  /** Why nothing can be bought at the moment; null if the store is open. */
  closed: string | null
  busy: boolean
  onChange: (changes: Partial<OrderDraft>) => void
}

/** The order with its price and recipient, with the button that leads to the provider. */
export function OrderForm({ offer, draft, problem, failure, closed, busy, onChange }: OrderFormProps) {
  const { item, isGift, recipient, message } = draft
  const cents = offer.items.find(({ id }) => id === item)?.cents ?? 0
  const price = priceText(cents, offer.currency)
  return (
    <aside className={styles.order} aria-labelledby="store-order">
      <h2 id="store-order">Your order</h2>
      <p className={styles.line}>
        <span>{itemName(item)}</span>
        <span className={styles.number}>{price}</span>
      </p>
      <Checkbox checked={isGift} onChange={(event) => onChange({ isGift: event.target.checked })}>
        Give to someone else
      </Checkbox>
      {isGift && (
        <>
          <RecipientField
            recipient={recipient}
            problem={problem}
            onChange={(person) => onChange({ recipient: person })}
          />
          <TextField
            label="A few words (optional)"
            value={message}
            maxLength={GIFT_MESSAGE_MAX}
            onChange={(event) => onChange({ message: event.target.value })}
          />
        </>
      )}
      <p className={`${styles.line} ${styles.total}`}>
        <span>Total</span>
        <span className={styles.number}>{price}</span>
      </p>
      <FormError>{failure}</FormError>
      {closed === null ? (
        <>
          <Button type="submit" variant="primary" wide busy={busy}>
            Continue to PayPal
          </Button>
          <p className={styles.small}>
            {`You pay on PayPal’s page, by card or account. ${item === 'patron' ? 'The year begins' : 'Hearts arrive'} once PayPal confirms, and a receipt comes by mail if you told us an address. `}
            <Link to="/store/purchases">Your purchases</Link>
          </p>
        </>
      ) : (
        <p role="status" className={styles.closed}>
          {closed} {closed === STORE_CLOSED && <Link to="/store/purchases">Your purchases</Link>}
        </p>
      )}
    </aside>
  )
}
