import type { Purchase } from '../../../contract/http/store.ts'
import { priceText } from '../../../contract/store.ts'
import { CallError } from '../../lib/call.ts'
import { messageOf } from '../../lib/messages/errors.ts'

const TEXTS: Record<Purchase['state'], string> = {
  created: 'Not paid',
  pending: 'In review at PayPal',
  paid: 'Paid',
  declined: 'Declined',
  expired: 'Expired',
  mismatched: 'Needs a look by us',
  refunded: 'Refunded',
  disputed: 'Disputed',
}

type Paid = Pick<Purchase, 'state' | 'refundedCents' | 'currency'>

/** The state of an order, with the part of a payment that went back. */
export function stateText({ state, refundedCents, currency }: Paid): string {
  const isPart = state === 'paid' && refundedCents > 0
  return isPart ? `Paid, ${priceText(refundedCents, currency)} refunded` : TEXTS[state]
}

/** Said on the return page. PayPal may have taken the money already, so nothing is said about that. */
export const askingFailedText = (error: Error): string =>
  error instanceof CallError && error.code === 'payment_unavailable'
    ? 'PayPal doesn’t answer at the moment. If you paid, we complete your order as soon as it does. You can leave this page.'
    : messageOf(error)
