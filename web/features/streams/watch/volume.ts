import { STREAM_DEFAULTS } from '../../../../contract/limits.ts'

/** The volume that the browser stores for streams. */
export type Volume = { level: number; isMuted: boolean }

/** "80", or "muted 80". */
export const VOLUME_CODEC = {
  parse: (stored: string | null): Volume => {
    const level = Number(stored?.replace(/^muted /, '') || Number.NaN)
    const isKnown = Number.isInteger(level) && level >= 0 && level <= 100
    return { level: isKnown ? level : 100, isMuted: stored?.startsWith('muted ') ?? !STREAM_DEFAULTS.realtimeAudio }
  },
  serialize: ({ level, isMuted }: Volume) => (isMuted ? `muted ${level}` : level === 100 ? '' : String(level)),
}

/** From 0 to 1, as it is heard: steps of the slider sound alike. */
export const gainOf = ({ level, isMuted }: Volume) => (isMuted ? 0 : (level / 100) ** 2)

/** The volume after a press of the one key for it: something is heard again also where all was turned down. */
export const muteToggled = ({ level, isMuted }: Volume): Volume => ({
  level: level || 100,
  isMuted: level > 0 && !isMuted,
})
