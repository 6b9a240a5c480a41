/** A recording as it is played. Times are in milliseconds since the stream began. */
export type Playing = {
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
export const AT_FIRST: Playing = {
  positionMs: 0,
  isPlaying: false,
  hasBegun: false,
  rate: 1,
  isWaiting: true,
  hasFailed: false,
  hasPicture: false,
}

/** The whole seconds that were played. */
export const secondsOf = ({ positionMs }: Playing) => Math.floor(positionMs / 1000)
