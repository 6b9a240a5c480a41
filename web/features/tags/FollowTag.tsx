import { useQuery } from '@tanstack/react-query'
import { Check, Plus } from 'lucide-react'
import { useShellViewer, useUser } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './FollowTag.module.css'
import { tagFollowQuery, useFollowTag } from './queries.ts'

/** Toggles following a tag; nothing for visitors. Disabled while it loads. */
export function FollowTag({ tag }: { tag: string }) {
  const user = useUser()
  const viewer = useShellViewer()
  const { data, isError } = useQuery({ ...tagFollowQuery(tag), enabled: Boolean(user) })
  const follow = useFollowTag(tag)
  if (viewer === 'visitor' || isError) return null
  return (
    <Button
      icon={Plus}
      pressedIcon={Check}
      pressed={data?.following ?? false}
      disabled={!data}
      busy={follow.isPending}
      onClick={() => follow.mutate(!data?.following, { onError: (error) => toastFailure(error) })}
    >
      <FollowLabel tag={data?.tag ?? tag} isFollowing={data?.following ?? false} />
    </Button>
  )
}

export function FollowLabel({ tag, isFollowing }: { tag: string; isFollowing: boolean }) {
  return (
    <span className={styles.label} data-longest={`Following ${tag}`}>
      {`${isFollowing ? 'Following' : 'Follow'} ${tag}`}
    </span>
  )
}
