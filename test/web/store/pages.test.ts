import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { Purchase, StoreReply } from '../../../contract/http/store.ts'
import { STORE_ITEM_IDS, STORE_ITEMS } from '../../../contract/store.ts'
import { PurchasesPage } from '../../../web/features/store/PurchasesPage.tsx'
import { ReturnPage } from '../../../web/features/store/ReturnPage.tsx'
import { StorePage } from '../../../web/features/store/StorePage.tsx'
import { renderMarkup, textOf } from '../../support/web/render.ts'
import { sampleUser } from '../../support/web/samples.ts'

const TOKEN = 'TOKEN'
const KEY = ['store', 'return', TOKEN]

const purchase = (state: Purchase['state']): Purchase => ({
  ...{ id: 7, item: 'hearts25', state, cents: 500, refundedCents: 0, currency: 'USD', recipient: null, message: '' },
  ...{ dateCreated: '20261101120000', datePaid: null, paymentId: null },
})

const OFFER: StoreReply = {
  ...{ open: true, currency: 'USD', items: STORE_ITEM_IDS.map((id) => ({ id, ...STORE_ITEMS[id] })) },
  ...{ heartsAvailable: 5, heartsGlopAccum: 0, patron: false, patronUntil: null },
}

describe('the store', () => {
  const shownTo = (user: ReturnType<typeof sampleUser> | null, offer = OFFER) =>
    renderMarkup(createElement(StorePage), { at: '/store', user, replies: [[['store', 'offer'], offer]] })

  it('a visitor reads that the store needs a login [2 §2]', () => {
    expect(shownTo(null)).toContain('You must be logged in to use the store.')
  })

  it.each([
    ['25 hearts', '$5'],
    ['50 hearts', '$10'],
    ['100 hearts', '$15'],
    ['Patron for one year', '$25'],
  ])('the store sells %s for %s [2 §9]', (item, price) => {
    const choices = shownTo(sampleUser())
      .match(/<label.*?<\/label>/g)
      ?.map(textOf)
    expect(choices).toContainEqual(expect.stringMatching(new RegExp(`^${item}.*\\${price}$`)))
  })

  it('a store without a payment provider says that it is closed', () => {
    expect(shownTo(sampleUser(), { ...OFFER, open: false })).toContain('The store is closed at the moment.')
  })
})

const returned = (state: Purchase['state'], { isStale = false } = {}) =>
  renderMarkup(createElement(ReturnPage), {
    at: `/store/paypal-success?token=${TOKEN}&PayerID=BUYER`,
    user: sampleUser(),
    replies: [[KEY, purchase(state)]],
    ...(isStale && { staleReplies: [KEY] }),
  })

describe('the page on which a buyer comes back', () => {
  it.each(['created', 'pending'] as const)('a payment that is %s can be asked about again', (state) => {
    expect(returned(state)).toContain('Check again')
  })

  it.each(['created', 'pending'] as const)('the page says that a payment which is %s could not be checked', (state) => {
    expect(returned(state)).not.toContain('Try again in a bit')
    expect(returned(state, { isStale: true })).toContain('Try again in a bit')
  })

  it.each(['pending', 'mismatched'] as const)('an order that is %s leads to the page of purchases', (state) => {
    expect(returned(state)).toContain('href="/store/purchases"')
  })

  it('the page of a payment that does not match names the order and the address of support', () => {
    expect(returned('mismatched')).toContain('Please write to us about order 7')
    expect(returned('mismatched')).toContain('href="/support"')
  })

  it('the page of an expired order says that nothing was charged', () => {
    expect(returned('expired')).toContain('You weren’t charged.')
  })
})

describe('staff who act as a member', () => {
  const session = { user: sampleUser(), impersonation: { by: 'Noor', byId: 2, until: '20261101120000' } }
  const shown = (page: () => unknown, at: string) =>
    renderMarkup(createElement(page as () => null), {
      at,
      user: sampleUser(),
      replies: [
        [['session'], session],
        [['store', 'offer'], OFFER],
      ],
    })
  const REFUSED = 'You can’t do that while you act as another member.'

  it('staff who act as a member read that they cannot buy, and get no button', () => {
    const markup = shown(StorePage, '/store')
    expect(markup).toContain(REFUSED)
    expect(markup).not.toContain('Continue to PayPal')
  })

  it('staff who act as a member read that they cannot see purchases, and get no button to retry', () => {
    const markup = shown(PurchasesPage, '/store/purchases')
    expect(markup).toContain(REFUSED)
    expect(markup).not.toContain('Retry')
  })
})
