import { Check, Eye } from 'lucide-react'
import type { ForumTopic } from '../../../contract/http/forum.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { useWatchTopic } from './queries.ts'

/** Watches a topic, which notifies the member of new posts, or stops that. */
export function WatchButton({ topic: { id, watched } }: { topic: ForumTopic }) {
  const watch = useWatchTopic(id)
  return (
    <Button
      icon={watched ? Check : Eye}
      aria-pressed={watched}
      busy={watch.isPending}
      onClick={() => watch.mutate(!watched, { onError: (error) => toastFailure(error) })}
    >
      {watched ? 'Watching' : 'Watch'}
    </Button>
  )
}
