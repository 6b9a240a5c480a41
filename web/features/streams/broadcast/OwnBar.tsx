import { CirclePause, CirclePlay, CircleStop } from 'lucide-react'
import { clockWords, watchingNow } from '../../../lib/messages/streams.ts'
import { Button } from '../../../ui/Button.tsx'
import layout from '../StreamLayout.module.css'
import { StandingSign } from '../watch/StandingSign.tsx'
import { standingOf } from '../watch/standing.ts'
import { useNow } from '../watch/useNow.ts'
import type { BroadcastState } from './broadcast.ts'
import styles from './Sheet.module.css'

type OwnBarProps = { state: BroadcastState; onPause: (paused: boolean) => void; onStop: () => void }

/** How one's own stream stands, and what pauses and stops it. */
export function OwnBar({ state, onPause, onStop }: OwnBarProps) {
  const { connection, isPaused, counts, clock, ended } = state
  const standing = standingOf({ connection, stream: clock && (isPaused ? 'paused' : 'live'), ended })
  return (
    <>
      <StandingSign standing={standing} />
      {clock && <Clock clock={clock} />}
      {standing !== 'offline' && <span className={styles.watching}>{watchingNow(counts.watching)}</span>}
      <span className={layout.space} />
      <div className={styles.acts}>
        <Button icon={isPaused ? CirclePlay : CirclePause} onClick={() => onPause(!isPaused)}>
          <span>{isPaused ? 'Resume' : 'Pause'}</span>
        </Button>
        <Button icon={CircleStop} onClick={onStop}>
          <span>Stop</span>
        </Button>
      </div>
    </>
  )
}

function Clock({ clock }: { clock: NonNullable<BroadcastState['clock']> }) {
  const now = useNow()
  return <span className={layout.number}>{clockWords(clock.ms + now - clock.at)}</span>
}
