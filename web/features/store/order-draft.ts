import * as z from 'zod/mini'
import { id } from '../../../contract/http/common.ts'
import { person } from '../../../contract/http/users.ts'
import { STORE_ITEM_IDS } from '../../../contract/store.ts'
import { writeStored } from '../../lib/local-storage.ts'
import { orderDraftName } from '../../lib/own-drafts.ts'
import { useStored } from '../../lib/useStored.ts'

/** The order that a member is about to make. It waits in this browser while they are at the payment provider. */
const orderDraft = z.object({
  item: z.enum(STORE_ITEM_IDS),
  isGift: z.boolean(),
  recipient: z.nullable(z.extend(person, { id })),
  message: z.string(),
})
export type OrderDraft = z.infer<typeof orderDraft>

/** The order that a member begins with. */
export const EMPTY_ORDER: OrderDraft = { item: 'hearts50', isGift: false, recipient: null, message: '' }

const CODEC = {
  parse: (stored: string | null): OrderDraft => {
    try {
      return orderDraft.parse(JSON.parse(stored ?? ''))
    } catch {
      return EMPTY_ORDER
    }
  },
  serialize: (draft: OrderDraft) => (draft === EMPTY_ORDER ? '' : JSON.stringify(draft)),
}

export const useOrderDraft = (userId: number) => useStored(orderDraftName(userId), CODEC)

/** Deletes the draft after the purchase. */
export const forgetOrderDraft = (userId: number) => writeStored(orderDraftName(userId), '')
