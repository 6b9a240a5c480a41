import { useSyncExternalStore } from 'react'
import type { ReplayPlayer } from './replay-player.ts'

/** A recording as it is played. Times are in milliseconds since the stream began. */
export type ReplayState = {
  positionMs: number
  isPlaying: boolean
  /** It was played at all. */
  hasBegun: boolean
  rate: 1 | 2
  /** What comes next is not here yet. */
  isWaiting: boolean
  hasFailed: boolean
  hasPicture: boolean
}

/** Before anything is here. */
export const INITIAL_STATE: ReplayState = {
  positionMs: 0,
  isPlaying: false,
  hasBegun: false,
  rate: 1,
  isWaiting: true,
  hasFailed: false,
  hasPicture: false,
}

/** The whole seconds that were played. */
export const secondsOf = ({ positionMs }: ReplayState) => Math.floor(positionMs / 1000)

/**
 * One thing about how a replay is played. Who reads it is drawn anew when it changes, and not with each picture: so read no
 * more of the position than is shown.
 */
export function useReplayState<Value extends string | number | boolean | undefined>(
  player: ReplayPlayer | null,
  read: (playing: ReplayState) => Value,
): Value {
  return useSyncExternalStore(player?.subscribe ?? nothing, () => read(player?.state() ?? INITIAL_STATE))
}

const nothing = () => () => {}
