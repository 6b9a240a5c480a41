import { Check } from 'lucide-react'
import type { StoreReply } from '../../../contract/http/store.ts'
import { itemName, priceText, type StoreItemId } from '../../../contract/store.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './ItemChoice.module.css'

type ItemChoiceProps = {
  items: StoreReply['items']
  chosen: StoreItemId
  currency: string
  labelledBy: string
  disabled: boolean
  onChoose: (item: StoreItemId) => void
}

/** Rows with what can be bought and its price; one of all rows of the page is chosen. */
export function ItemChoice({ items, chosen, currency, labelledBy, disabled, onChoose }: ItemChoiceProps) {
  return (
    <div className={styles.rows} role="radiogroup" aria-labelledby={labelledBy}>
      {items.map((item) => (
        <label key={item.id} className={classes(styles.row, item.id === chosen && styles.chosen)}>
          <input
            type="radio"
            name="item"
            className={styles.input}
            checked={item.id === chosen}
            disabled={disabled}
            onChange={() => onChoose(item.id)}
          />
          <span className={styles.check}>{item.id === chosen && <Icon of={Check} />}</span>
          <span className={styles.name}>{itemName(item.id)}</span>
          <span className={styles.each}>{item.hearts > 0 && `${item.cents / item.hearts} cents each`}</span>
          <span className={styles.price}>{priceText(item.cents, currency, { short: true })}</span>
        </label>
      ))}
    </div>
  )
}
