import type { KeyboardEvent } from 'react'
import { clockWords } from '../../../lib/messages/streams.ts'
import { Slider } from '../../../ui/Slider.tsx'
import styles from './Replay.module.css'
import type { ReplayPlayer } from './replay-player.ts'
import { STEPS } from './seeking.ts'
import { usePlaying } from './usePlaying.ts'

/** Where a replay is, to be moved; by arrows as far as they move it anywhere on the page. */
export function SeekBar({ player, durationMs }: { player: ReplayPlayer | null; durationMs: number }) {
  const positionMs = usePlaying(player, (playing) => playing.positionMs)
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    player?.seek(positionMs + step)
  }
  return (
    <div className={styles.seek}>
      <Slider
        label="Moment"
        hideLabel
        max={durationMs}
        step={1000}
        value={positionMs}
        format={(ms) => `${clockWords(ms)} of ${clockWords(durationMs)}`}
        onChange={(ms) => player?.seek(ms)}
        onKeyDown={move}
      />
    </div>
  )
}
