import { GLOPS_PER_HEART } from './limits.ts'
import { fromWireTime } from './time.ts'

/** Items of the store [2 §9]. Prices are in cents of `STORE_CURRENCY`. */
export const STORE_ITEMS = {
  hearts25: { hearts: 25, patronYears: 0, cents: 500 },
  hearts50: { hearts: 50, patronYears: 0, cents: 1000 },
  hearts100: { hearts: 100, patronYears: 0, cents: 1500 },
  patron: { hearts: 0, patronYears: 1, cents: 2500 },
} as const

export type StoreItemId = keyof typeof STORE_ITEMS
export const STORE_ITEM_IDS = Object.keys(STORE_ITEMS) as [StoreItemId, ...StoreItemId[]]

export const STORE_CURRENCY = 'USD'

/**
 * States of an order. `created`: the buyer was sent to the payment provider. `pending`: the provider reviews the
 * payment. `mismatched`: the payment differs from the order, so nothing was delivered. `refunded`: the whole amount was
 * refunded. `disputed`: the buyer disputes the payment at the provider.
 */
export const ORDER_STATES = [
  'created',
  'pending',
  'paid',
  'declined',
  'expired',
  'mismatched',
  'refunded',
  'disputed',
] as const

/** The name of an item, such as "50 hearts". */
export function itemName(item: StoreItemId): string {
  const { hearts } = STORE_ITEMS[item]
  return hearts > 0 ? `${hearts} hearts` : 'Patron for one year'
}

/** The words for a gift within a sentence: "50 hearts" or "a year as a patron". */
export const giftName = (item: StoreItemId): string => (item === 'patron' ? 'a year as a patron' : itemName(item))

/** An amount such as "$5.00"; "$5" for whole amounts that are `short`. */
export function priceText(cents: number, currency: string, { short = false } = {}): string {
  const minimumFractionDigits = short && cents % 100 === 0 ? 0 : 2
  return new Intl.NumberFormat('en', { style: 'currency', currency, minimumFractionDigits }).format(cents / 100)
}

type Holdings = { heartsAvailable: number; heartsGlopAccum: number; patron: boolean; patronUntil: string | null }

/**
 * The sentence about the hearts of a member, such as "You have 5 hearts to give. Next heart at 150 glops (96 so far)."
 */
export function heartsText({ heartsAvailable, heartsGlopAccum }: Holdings): string {
  const text = (count: number) => count.toLocaleString('en-GB')
  const hearts = `${text(heartsAvailable)} ${heartsAvailable === 1 ? 'heart' : 'hearts'}`
  return `You have ${hearts} to give. Next heart at ${GLOPS_PER_HEART} glops (${text(heartsGlopAccum)} so far).`
}

/** The sentence about the term of a patron. The date is that of the reader, or of `timeZone`. */
export function patronText({ patron, patronUntil }: Holdings, timeZone?: 'UTC'): string {
  if (!patron) return 'A year of extras for artists who want them.'
  if (patronUntil === null) return 'You’re a patron. Thank you!'
  const date = new Date(fromWireTime(patronUntil))
  return `You’re a patron until ${date.toLocaleDateString('en-GB', { dateStyle: 'long', ...(timeZone && { timeZone }) })}. Thank you!`
}
