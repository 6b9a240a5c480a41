import { html } from 'hono/html'
import { page } from '../provider/page.ts'
import type { Order } from './orders.ts'

const STAND_IN = 'Local payments. In production this is PayPal’s page, and the money is real.'

/** The page on which a buyer approves a payment. */
export function approvalPage({ id, description, amount }: Order): string {
  const choices = [
    ['approve', 'Pay now'],
    ['decline', 'Pay with a card that is declined'],
    ['hold', 'Pay, but hold the payment for review'],
    ['cancel', 'Cancel and return'],
  ]
  return page(
    'Pay with PayPal',
    STAND_IN,
    html`<p>${description}: <strong>${amount.value} ${amount.currency_code}</strong></p>
    <form method="post" action="/checkoutnow">
      <input type="hidden" name="token" value="${id}">
      ${choices.map(([value, label]) => html`<p><button name="choice" value="${value}">${label}</button></p>`)}
    </form>`,
  )
}

/** The page that simulates events of an order: refunds, disputes, reviews and forged notices. */
export function controlPage(orders: readonly Order[], siteUrl: string): string {
  const acts = [
    ['release', 'Release a held payment'],
    ['refund', 'Refund'],
    ['dispute', 'Open a dispute'],
    ['resolve', 'Resolve disputes for the site'],
    ['reverse', 'Reverse by the bank'],
    ['delay', 'Hold back notices from now on'],
    ['repeat', 'Send all notices again'],
    ['forge', 'Send forged notices'],
  ]
  return page(
    'Payments',
    STAND_IN,
    html`${orders.length === 0 ? html`<p>No orders yet. Buy something in the store.</p>` : ''}
    ${orders.map(
      ({ id, description, amount, status, capture, customId }) =>
        html`<article>
        <h2>${description}, ${amount.value} ${amount.currency_code}</h2>
        <p class="meta">Order ${customId} of the site, ${id}, ${status.toLowerCase()}${capture ? `, payment ${capture.status.toLowerCase()}` : ''}</p>
        <form method="post" action="/stand-in/orders/${id}">
          ${acts.map(([value, label]) => html`<button name="act" value="${value}">${label}</button> `)}
        </form>
      </article>`,
    )}
    <p><a href="${siteUrl}">Back to Croquis</a></p>`,
  )
}
