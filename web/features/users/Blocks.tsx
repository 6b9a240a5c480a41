import type { FanItem } from '../../../contract/http/users.ts'
import { toastFailure } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Blocks.module.css'
import { MemberCards } from './MemberCards.tsx'
import { useSetBlocked } from './queries.ts'

/** Whom oneself blocked, each with the way back. */
export function Blocks({ id }: { id: number }) {
  return (
    <section aria-labelledby="blocks">
      <h2 id="blocks" className={styles.title}>
        Blocks
      </h2>
      <MemberCards
        list="blocked"
        id={id}
        label="Members you blocked"
        none="You have blocked nobody."
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
