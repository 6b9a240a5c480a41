import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type TagReply, tagReply } from '../../../contract/http/tags.ts'
import { call } from '../../lib/call.ts'

export const tagFollowQuery = (tag: string) =>
  queryOptions({
    queryKey: ['tag follow', tag],
    queryFn: ({ signal }) => call(tagReply, `/api/v2/tag/follow?${new URLSearchParams({ tag })}`, undefined, signal),
  })

export function useFollowTag(tag: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (follow: boolean) => call(tagReply, `/api/v2/tag/${follow ? 'follow' : 'unfollow'}`, { tag }),
    onSuccess: (reply) => {
      client.setQueryData<TagReply>(tagFollowQuery(tag).queryKey, reply)
      // The cached list no longer matches the followed tags.
      client.removeQueries({ queryKey: ['gallery', 'followed-tags'] })
    },
  })
}
