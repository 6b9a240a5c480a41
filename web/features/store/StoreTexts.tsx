import styles from './StorePage.module.css'

export const STORE_TITLE = 'Store'
export const STORE_LOGIN_NEEDED = 'You must be logged in to use the store.'

export const STORE_CLOSED =
  'The store is closed at the moment. Nothing can be bought, and everything you have stays yours.'

/** Heading of the store, with what payments are for. */
export function StoreHead() {
  return (
    <>
      <h1>{STORE_TITLE}</h1>
      <p className={styles.intro}>
        Posting, voting, chatting and drawing together are free. What you buy here helps to keep Croquis running.
      </p>
    </>
  )
}

/** Rendered together with the offer, which would otherwise push it down. */
export function NeverBought() {
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
