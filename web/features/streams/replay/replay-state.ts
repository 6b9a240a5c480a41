import { useSyncExternalStore } from 'react'
import type { Store } from '../../../lib/store.ts'

/** Times are in milliseconds since the stream began. */
export type ReplayState = {
  positionMs: number
  isPlaying: boolean
  hasBegun: boolean
  rate: 1 | 2
  /** The next segment is not loaded. */
  isWaiting: boolean
  hasFailed: boolean
  hasPicture: boolean
}

export const INITIAL_STATE: ReplayState = {
  positionMs: 0,
  isPlaying: false,
  hasBegun: false,
  rate: 1,
  isWaiting: true,
  hasFailed: false,
  hasPicture: false,
}

export const secondsOf = ({ positionMs }: ReplayState) => Math.floor(positionMs / 1000)

/** Selects one value of a replay's state. The component renders when that value changes, not with each picture. */
export function useReplayState<Value extends string | number | boolean | undefined>(
  player: Store<ReplayState> | null,
  read: (state: ReplayState) => Value,
): Value {
  return useSyncExternalStore(player?.subscribe ?? nothing, () => read(player?.state() ?? INITIAL_STATE))
}

const nothing = () => () => {}
