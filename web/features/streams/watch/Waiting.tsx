import { streamMessages } from '../../../lib/messages/streams.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import styles from '../StreamLayout.module.css'
import { standingOf } from './standing.ts'
import type { ViewingState } from './viewing.ts'
import { insteadOf } from './viewing-words.ts'

/** What stands where there is no picture to look at. */
export function Waiting({ state, isOwn }: { state: ViewingState | undefined; isOwn: boolean }) {
  if (isOwn && state && standingOf(state) === 'waiting') return <OwnWaiting />
  const instead = insteadOf(state)
  if (!instead) return null
  return (
    <p className={styles.words}>
      {instead.isBusy && <Spinner />} {instead.words}
    </p>
  )
}

/** An artist who looks at their own stream while they send nothing. */
function OwnWaiting() {
  return (
    <>
      <p className={styles.words}>{streamMessages.ownWaiting}</p>
      <ButtonLink to="/stream/sheet" variant="primary">
        Go on with your stream
      </ButtonLink>
    </>
  )
}
