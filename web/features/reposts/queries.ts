import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ok } from '../../../contract/http/common.ts'
import { blockedPictureList } from '../../../contract/http/reposts.ts'
import { call } from '../../lib/call.ts'
import { pagedQuery, withParams } from '../../lib/paged-query.ts'

const LIST_KEY = ['blocked-pictures']

/** Blocked pictures, latest first, for staff. */
export const blockedPicturesQuery = pagedQuery({
  queryKey: LIST_KEY,
  read: (cursor, signal) =>
    call(blockedPictureList, withParams('/api/v2/gloperate/blockedPictures', { cursor }), undefined, signal),
  staleTime: 0,
})

export const useBlockPicture = () =>
  useMutation({
    mutationFn: (block: { sketchId: number; reason: string }) => call(ok, '/api/v2/gloperate/picture/block', block),
  })

export function useUnblockPicture() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (unblock: { id: number; reason: string }) => call(ok, '/api/v2/gloperate/picture/unblock', unblock),
    onSettled: () => client.invalidateQueries({ queryKey: LIST_KEY }),
  })
}
