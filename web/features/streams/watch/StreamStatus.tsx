import { useEffect, useState } from 'react'
import { streamMessages, streamStatusNames } from '../../../lib/messages/streams.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Spinner } from '../../../ui/Spinner.tsx'
import layout from '../StreamLayout.module.css'
import styles from '../StreamLayout.module.css'
import type { StreamPlayerState } from './stream-player.ts'
import { overlayOf, type StreamStatus, statusOf } from './stream-status.ts'

/** Badge with the status; hidden while other texts show it. */
export function StatusBadge({ status }: { status: StreamStatus }) {
  if (status === 'connecting' || status === 'over') return null
  return <span className={classes(layout.badge, status === 'live' && layout.live)}>{streamStatusNames[status]}</span>
}

export function StreamOverlay({ state, isOwn }: { state: StreamPlayerState | undefined; isOwn: boolean }) {
  if (isOwn && state && statusOf(state) === 'waiting') return <OwnStreamOverlay />
  const overlay = overlayOf(state)
  if (!overlay) return null
  return (
    <p className={styles.message}>
      {overlay.isBusy && <Spinner />} {overlay.text}
    </p>
  )
}

/** For artists who watch their own stream while nothing is published. */
function OwnStreamOverlay() {
  return (
    <>
      <p className={styles.message}>{streamMessages.ownStreamWaiting}</p>
      <ButtonLink to="/stream/sheet" variant="primary">
        Resume your stream
      </ButtonLink>
    </>
  )
}

/** `performance.now()`, updated every second. */
export function useNow(): number {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
