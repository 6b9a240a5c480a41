import { endMessage, streamClosed, streamMessages } from '../../../lib/messages/streams.ts'
import { ButtonLink } from '../../../ui/ButtonLink.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import styles from '../StreamLayout.module.css'
import { standingOf } from './standing.ts'
import type { ViewingState } from './viewing.ts'

/** What stands where there is no picture to look at. */
export function Waiting({ state, isOwn }: { state: ViewingState | undefined; isOwn: boolean }) {
  const standing = state && standingOf(state)
  if (state?.ended) return <p className={styles.words}>{endMessage(state.ended)}</p>
  if (state?.connection.state === 'closed') return <p className={styles.words}>{streamClosed[state.connection.why]}</p>
  if (standing === 'paused') return <p className={styles.words}>{streamMessages.paused}</p>
  if (standing === 'waiting') return isOwn ? <OwnWaiting /> : <p className={styles.words}>{streamMessages.waiting}</p>
  if (state?.hasPicture || standing === 'offline') return null
  return (
    <p className={styles.words}>
      <Spinner /> {standing === 'live' ? streamMessages.noPicture : streamMessages.connecting}
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
