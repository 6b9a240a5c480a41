import { Pause, Play } from 'lucide-react'
import type { Dispatch, ReactNode, SetStateAction } from 'react'
import type { Chapter } from '../../../../contract/http/stream.ts'
import { clockWords } from '../../../lib/messages/streams.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import layout from '../StreamLayout.module.css'
import { SoundControls } from '../watch/SoundControls.tsx'
import type { Volume } from '../watch/volume.ts'
import styles from './Replay.module.css'
import type { Playing, ReplayPlayer } from './replay-player.ts'
import { chapterAt } from './seeking.ts'

type ReplayBarProps = {
  player: ReplayPlayer | null
  playing: Playing | undefined
  durationMs: number
  chapters: readonly Chapter[]
  volume: Volume
  onVolume: Dispatch<SetStateAction<Volume>>
  children: ReactNode
}

/** Plays and pauses a replay, and says where it is. */
export function ReplayBar({ player, playing, durationMs, chapters, volume, onVolume, children }: ReplayBarProps) {
  const { positionMs = 0, isPlaying = false, rate = 1 } = playing ?? {}
  return (
    <>
      <IconButton
        icon={isPlaying ? Pause : Play}
        aria-label={isPlaying ? 'Pause' : 'Play'}
        onClick={() => player?.toggle()}
      />
      <span className={layout.number}>
        {clockWords(positionMs)} / {clockWords(durationMs)}
      </span>
      <span className={layout.quality}>{chapterAt(chapters, positionMs)?.title}</span>
      <span className={layout.space} />
      <button
        type="button"
        className={styles.speed}
        aria-label="Double speed"
        aria-pressed={rate === 2}
        onClick={() => player?.setRate(rate === 2 ? 1 : 2)}
      >
        2×
      </button>
      <SoundControls volume={volume} onVolume={onVolume} />
      {children}
    </>
  )
}
