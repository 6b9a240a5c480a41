import type { StoreReply } from '../../../contract/http/store.ts'
import type { StoreItemId } from '../../../contract/store.ts'
import { Link } from '../../ui/Link.tsx'
import { ItemChoice } from './ItemChoice.tsx'
import { PatronExtras, type PatronExtrasProps } from './PatronExtras.tsx'
import styles from './StorePage.module.css'

type OffersProps = {
  items: StoreReply['items']
  currency: string
  /** Sentences about the hearts and the term of the member. */
  hearts: string
  patron: string
  extras: PatronExtrasProps
  chosen: StoreItemId
  disabled: boolean
  onChoose: (item: StoreItemId) => void
}

/** The items of the store, each group with a sentence about the member. */
export function Offers({ items, hearts, patron, extras, ...choice }: OffersProps) {
  return (
    <div className={styles.offers}>
      <section>
        <h2 id="store-hearts">Hearts</h2>
        <p className={styles.soft}>
          {`${hearts} `}
          <Link to="/how-hearts-work">How hearts work</Link>
        </p>
        <ItemChoice {...choice} labelledBy="store-hearts" items={items.filter((item) => item.hearts > 0)} />
      </section>
      <section>
        <h2 id="store-patron">Patron</h2>
        <p className={styles.soft}>{patron}</p>
        <ItemChoice {...choice} labelledBy="store-patron" items={items.filter((item) => item.hearts === 0)} />
        <p className={styles.small}>
          One payment, no renewal by itself. When the year ends, nothing you posted is lost, and your settings wait for
          you.
        </p>
        <PatronExtras {...extras} />
      </section>
    </div>
  )
}
