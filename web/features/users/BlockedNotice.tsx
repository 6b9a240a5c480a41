import type { Profile } from '../../../contract/http/users.ts'
import { peopleMessages } from '../../lib/messages/people.ts'
import { toastFailure } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorScreen } from '../../ui/ErrorScreen.tsx'
import { useSetBlocked } from './queries.ts'

/** In place of a member whom one blocked: that one did, and the way back. */
export function BlockedNotice({ profile }: { profile: Extract<Profile, { hidden: true }> }) {
  const block = useSetBlocked(profile.id)
  return (
    <ErrorScreen
      title={profile.nickname}
      action={
        <Button busy={block.isPending} onClick={() => block.mutate(false, { onError: toastFailure })}>
          Unblock
        </Button>
      }
    >
      {peopleMessages.blocked}
    </ErrorScreen>
  )
}
