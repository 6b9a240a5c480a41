import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { Purchase } from '../../../contract/http/store.ts'
import { PurchasesPage } from '../../../web/features/store/PurchasesPage.tsx'
import { ReturnPage } from '../../../web/features/store/ReturnPage.tsx'
import { StorePage } from '../../../web/features/store/StorePage.tsx'
import { renderMarkup } from '../../support/web/render.ts'
import { sampleUser } from '../../support/web/samples.ts'

const TOKEN = 'TOKEN'
const KEY = ['store', 'return', TOKEN]

const purchase = (state: Purchase['state']): Purchase => ({
  ...{ id: 7, item: 'hearts25', state, cents: 500, refundedCents: 0, currency: 'USD', recipient: null, message: '' },
  ...{ dateCreated: '20261101120000', datePaid: null, paymentId: null },
})

const returned = (state: Purchase['state'], { isStale = false } = {}) =>
  renderMarkup(createElement(ReturnPage), {
    at: `/store/paypal-success?token=${TOKEN}`,
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
  const session = { user: sampleUser(), impersonation: { by: 'Noor', until: '20261101120000' } }
  const offer = {
    ...{ open: true, currency: 'USD', items: [{ id: 'hearts50', hearts: 50, patronYears: 0, cents: 1000 }] },
    ...{ heartsAvailable: 5, heartsGlopAccum: 0, patron: false, patronUntil: null },
  }
  const shown = (page: () => unknown, at: string) =>
    renderMarkup(createElement(page as () => null), {
      at,
      user: sampleUser(),
      replies: [
        [['session'], session],
        [['store', 'offer'], offer],
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
