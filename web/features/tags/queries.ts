import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type TagReply, tagReply } from '../../../contract/http/tags.ts'
import { call } from '../../lib/call.ts'

/** Whether one follows a tag. */
export const tagFollowQuery = (tag: string) =>
  queryOptions({
    queryKey: ['tag follow', tag],
    queryFn: ({ signal }) => call(tagReply, `/api/v2/tag/follow?${new URLSearchParams({ tag })}`, undefined, signal),
  })

/** Follows a tag, or no more. */
export function useFollowTag(tag: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (follow: boolean) => call(tagReply, `/api/v2/tag/${follow ? 'follow' : 'unfollow'}`, { tag }),
    onSuccess: (reply) => {
      client.setQueryData<TagReply>(tagFollowQuery(tag).queryKey, reply)
      // What was read of it before is no longer what one follows.
      client.removeQueries({ queryKey: ['gallery', 'followed-tags'] })
    },
  })
}
