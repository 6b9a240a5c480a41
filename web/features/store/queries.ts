import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ok } from '../../../contract/http/common.ts'
import {
  giftList,
  type OrderBody,
  orderReply,
  purchase,
  purchaseList,
  type SoldOrderFilter,
  soldOrderList,
  storeReply,
} from '../../../contract/http/store.ts'
import { call } from '../../lib/call.ts'
import { pagedQuery, withParams } from '../../lib/paged-query.ts'
import { sessionQuery } from '../../lib/session.ts'

/** A payment that the provider has not confirmed is asked about this often, and for this long. */
const CONFIRMATION_EVERY_MS = 3000
const CONFIRMATION_ASKED_MAX = 20

const KEY = ['store']

export const storeQuery = queryOptions({
  queryKey: [...KEY, 'offer'],
  queryFn: ({ signal }) => call(storeReply, '/api/v2/store', undefined, signal),
})

export const purchasesQuery = pagedQuery({
  queryKey: [...KEY, 'purchases'],
  read: (cursor, signal) => call(purchaseList, withParams('/api/v2/store/orders', { cursor }), undefined, signal),
  staleTime: 0,
})

export const soldOrdersQuery = (filter: SoldOrderFilter) =>
  pagedQuery({
    queryKey: [...KEY, 'sold', filter],
    read: (cursor, signal) => call(soldOrderList, withParams('/admin/orders', { filter, cursor }), undefined, signal),
    staleTime: 0,
  })

export const giftsQuery = queryOptions({
  queryKey: [...KEY, 'gifts'],
  queryFn: ({ signal }) => call(giftList, '/api/v2/store/gifts', undefined, signal),
  staleTime: 0,
})

export const receiptQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEY, 'receipt', id],
    queryFn: ({ signal }) => call(purchase, `/api/v2/store/order/${id}`, undefined, signal),
    staleTime: 0,
  })

/** Completes the order with which the buyer comes back, until the provider has confirmed or refused the payment. */
export const returnQuery = (token: string) =>
  queryOptions({
    queryKey: [...KEY, 'return', token],
    queryFn: ({ signal }) => call(purchase, '/api/v2/store/capture', { token }, signal),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      const isOpen = data?.state === 'created' || data?.state === 'pending'
      return isOpen && dataUpdateCount < CONFIRMATION_ASKED_MAX ? CONFIRMATION_EVERY_MS : false
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Makes an order and returns the address of the provider's page. */
export function useOrder() {
  return useMutation({
    mutationFn: async (body: OrderBody) => (await call(orderReply, '/api/v2/store/order', body)).approveUrl,
  })
}

/** Reports the message of a gift. */
export const useReportGift = (gift: number) =>
  useMutation({ mutationFn: (details: string) => call(ok, '/api/v2/report', { gift, details }) })

/** Refetches everything that a purchase changed. */
export function useRefreshAfterPurchase() {
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    await client.invalidateQueries({ queryKey: storeQuery.queryKey })
  }
}
