import { STORE_CURRENCY, STORE_ITEM_IDS, STORE_ITEMS } from '../../../contract/store.ts'
import { ErrorScreen } from '../../ui/EmptyState.tsx'
import { LoginButton } from '../../ui/LoginButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { Each, Idle, slot, Without } from '../../ui/template.tsx'
import { Offers } from './Offers.tsx'
import { OrderForm } from './OrderForm.tsx'
import { EMPTY_ORDER } from './order-draft.ts'
import styles from './StorePage.module.css'
import { NeverBought, STORE_CLOSED, STORE_LOGIN_NEEDED, StoreHead } from './StoreTexts.tsx'

const ITEMS = STORE_ITEM_IDS.map((id) => ({ id, ...STORE_ITEMS[id] }))
const nothing = () => undefined

/** First-paint markup of the store, see `StorePage`. */
export function FirstStore() {
  return (
    <>
      <Each of="visitor">
        <ErrorScreen action={<LoginButton returnTo="/store" />}>{STORE_LOGIN_NEEDED}</ErrorScreen>
      </Each>
      <Each of="offer">
        <Page title={null} className={styles.page}>
          <StoreHead />
          <Idle>
            <div className={styles.columns}>
              <Offers
                items={ITEMS}
                currency={STORE_CURRENCY}
                hearts={slot('hearts')}
                patron={slot('patron')}
                extras={{ host: slot('host'), nickname: slot('nickname'), year: slot('year') }}
                chosen={EMPTY_ORDER.item}
                disabled={false}
                onChoose={nothing}
              />
              <Each of="open">
                <FirstOrder open={true} />
              </Each>
              <Without of="open">
                <FirstOrder open={false} />
              </Without>
            </div>
          </Idle>
          <NeverBought />
        </Page>
      </Each>
    </>
  )
}

/** The order that a member begins with. A draft replaces it when the application starts. */
function FirstOrder({ open }: { open: boolean }) {
  return (
    <OrderForm
      offer={{ open, items: ITEMS, currency: STORE_CURRENCY }}
      draft={EMPTY_ORDER}
      problem={undefined}
      failure={null}
      closed={open ? null : STORE_CLOSED}
      busy={false}
      onChange={nothing}
    />
  )
}
