import { useQuery } from '@tanstack/react-query'
import { Check, Plus } from 'lucide-react'
import { useUser } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { tagFollowQuery, useFollowTag } from './queries.ts'

/** Toggles following a tag; nothing for visitors. */
export function FollowTag({ tag }: { tag: string }) {
  const user = useUser()
  const { data } = useQuery({ ...tagFollowQuery(tag), enabled: Boolean(user) })
  const follow = useFollowTag(tag)
  if (!user || !data) return null
  return (
    <Button
      icon={Plus}
      pressedIcon={Check}
      pressed={data.following}
      busy={follow.isPending}
      onClick={() => follow.mutate(!data.following, { onError: (error) => toastFailure(error) })}
    >
      {`${data.following ? 'Following' : 'Follow'} ${data.tag}`}
    </Button>
  )
}
