import { Check, Pause, Play } from 'lucide-react'
import type { Dispatch, KeyboardEvent, ReactNode, Ref, SetStateAction } from 'react'
import type { Chapter } from '../../../../contract/http/stream-chapter.ts'
import { clockText } from '../../../lib/messages/streams.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Slider } from '../../../ui/Slider.tsx'
import { SoundControls } from '../watch/SoundControls.tsx'
import type { Volume } from '../watch/volume.ts'
import styles from './Replay.module.css'
import type { ReplayPlayer } from './replay-player.ts'
import { secondsOf, useReplayState } from './replay-state.ts'
import { chapterAt, STEPS } from './seeking.ts'

type ReplayBarProps = {
  player: ReplayPlayer | null
  durationMs: number
  chapters: readonly Chapter[]
  volume: Volume
  onVolume: Dispatch<SetStateAction<Volume>>
  playRef: Ref<HTMLButtonElement>
  children: ReactNode
}

/** Controls below a replay: play, time, chapter, speed, sound. */
export function ReplayBar({ player, durationMs, chapters, volume, onVolume, playRef, children }: ReplayBarProps) {
  const isPlaying = useReplayState(player, (state) => state.isPlaying)
  const rate = useReplayState(player, (state) => state.rate)
  const seconds = useReplayState(player, secondsOf)
  const chapter = useReplayState(player, ({ positionMs }) => chapterAt(chapters, positionMs)?.title)
  return (
    <>
      <IconButton
        ref={playRef}
        icon={isPlaying ? Pause : Play}
        aria-label={isPlaying ? 'Pause' : 'Play'}
        onClick={() => player?.toggle()}
      />
      <span className={styles.times}>
        {clockText(seconds * 1000)} / {clockText(durationMs)}
      </span>
      <span className={styles.chapter}>{chapter}</span>
      <button
        type="button"
        className={styles.speed}
        aria-label="Double speed"
        aria-pressed={rate === 2}
        onClick={() => player?.setRate(rate === 2 ? 1 : 2)}
      >
        {rate === 2 && <Icon of={Check} size={16} />}
        2×
      </button>
      <SoundControls volume={volume} onVolume={onVolume} />
      {children}
    </>
  )
}

/** Slider of the position. Arrow keys seek by the same steps as elsewhere on the page. */
export function SeekBar({ player, durationMs }: { player: ReplayPlayer | null; durationMs: number }) {
  const positionMs = useReplayState(player, (state) => state.positionMs)
  const seekByKey = (event: KeyboardEvent) => {
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
        format={(ms) => `${clockText(ms)} of ${clockText(durationMs)}`}
        onChange={(ms) => player?.seek(ms)}
        onKeyDown={seekByKey}
      />
    </div>
  )
}
