import { type MouseEvent, useRef } from 'react'
import type { FanItem, Profile } from '../../../contract/http/users.ts'
import { peopleMessages } from '../../lib/messages/people.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorScreen } from '../../ui/EmptyState.tsx'
import { focusById, useFocusAfterClose } from '../../ui/focus.ts'
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

/** Afterwards the row disappears, and the focus moves to the next one, else to the previous one, else to the heading. */
function Unblock({ member }: { member: FanItem }) {
  const block = useSetBlocked(member.id)
  const rowsNear = useRef<(Element | null | undefined)[]>([])
  useFocusAfterClose(true, () => {
    const buttons = rowsNear.current.map((row) => (row?.isConnected ? row.querySelector('button') : null))
    const button = buttons.find((button) => button)
    if (button) button.focus()
    else focusById('blocks')
  })
  const unblock = ({ currentTarget }: MouseEvent) => {
    const row = currentTarget.closest('li')
    rowsNear.current = [row?.nextElementSibling, row?.previousElementSibling]
    block.mutate(false, { onError: toastFailure })
  }
  return (
    <Button busy={block.isPending} aria-label={`Unblock ${member.nickname}`} onClick={unblock}>
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
