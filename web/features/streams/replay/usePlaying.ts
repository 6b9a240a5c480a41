import { useSyncExternalStore } from 'react'
import { AT_FIRST, type Playing } from './playing.ts'
import type { ReplayPlayer } from './replay-player.ts'

/**
 * One thing about how a replay is played. Who reads it is drawn anew when it changes, and not with each picture: so read no
 * more of the position than is shown.
 */
export function usePlaying<Value extends string | number | boolean | undefined>(
  player: ReplayPlayer | null,
  read: (playing: Playing) => Value,
): Value {
  return useSyncExternalStore(player?.subscribe ?? nothing, () => read(player?.state() ?? AT_FIRST))
}

const nothing = () => () => {}
