import { Check, Pause, Play } from 'lucide-react'
import type { Dispatch, ReactNode, Ref, SetStateAction } from 'react'
import type { Chapter } from '../../../../contract/http/chapter.ts'
import { clockWords } from '../../../lib/messages/streams.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { SoundControls } from '../watch/SoundControls.tsx'
import type { Volume } from '../watch/volume.ts'
import { secondsOf } from './playing.ts'
import styles from './Replay.module.css'
import type { ReplayPlayer } from './replay-player.ts'
import { chapterAt } from './seeking.ts'
import { usePlaying } from './usePlaying.ts'

type ReplayBarProps = {
  player: ReplayPlayer | null
  durationMs: number
  chapters: readonly Chapter[]
  volume: Volume
  onVolume: Dispatch<SetStateAction<Volume>>
  playRef: Ref<HTMLButtonElement>
  children: ReactNode
}

/** Plays and pauses a replay, and says where it is. */
export function ReplayBar({ player, durationMs, chapters, volume, onVolume, playRef, children }: ReplayBarProps) {
  const isPlaying = usePlaying(player, (playing) => playing.isPlaying)
  const rate = usePlaying(player, (playing) => playing.rate)
  const seconds = usePlaying(player, secondsOf)
  const chapter = usePlaying(player, ({ positionMs }) => chapterAt(chapters, positionMs)?.title)
  return (
    <>
      <IconButton
        ref={playRef}
        icon={isPlaying ? Pause : Play}
        aria-label={isPlaying ? 'Pause' : 'Play'}
        onClick={() => player?.toggle()}
      />
      <span className={styles.times}>
        {clockWords(seconds * 1000)} / {clockWords(durationMs)}
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
