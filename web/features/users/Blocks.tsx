import type { FanItem, Profile } from '../../../contract/http/users.ts'
import { peopleMessages } from '../../lib/messages/people.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorScreen } from '../../ui/EmptyState.tsx'
import styles from './Blocks.module.css'
import { MemberCards } from './MemberCards.tsx'
import { useSetBlocked } from './queries.ts'

/** Members whom the user blocked, with buttons to unblock them. */
export function BlockedMembers({ id }: { id: number }) {
  return (
    <section aria-labelledby="blocks">
      <h2 id="blocks" className={styles.title}>
        Blocks
      </h2>
      <MemberCards
        list="blocked"
        id={id}
        label="Members you blocked"
        empty="No one blocked."
        action={(member) => <Unblock member={member} />}
      />
    </section>
  )
}

function Unblock({ member }: { member: FanItem }) {
  const block = useSetBlocked(member.id)
  return (
    <Button
      busy={block.isPending}
      aria-label={`Unblock ${member.nickname}`}
      onClick={() => block.mutate(false, { onError: toastFailure })}
    >
      Unblock
    </Button>
  )
}

/** Replaces the profile of a blocked member, with a button to unblock them. */
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
