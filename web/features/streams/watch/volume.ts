import { STREAM_DEFAULTS } from '../../../../contract/limits.ts'

export type Volume = { level: number; isMuted: boolean }

/** Stored as "80" or "muted 80". */
export const VOLUME_CODEC = {
  parse: (stored: string | null): Volume => {
    const level = Number(stored?.replace(/^muted /, '') || Number.NaN)
    const isKnown = Number.isInteger(level) && level >= 0 && level <= 100
    return { level: isKnown ? level : 100, isMuted: stored?.startsWith('muted ') ?? !STREAM_DEFAULTS.realtimeAudio }
  },
  serialize: ({ level, isMuted }: Volume) => (isMuted ? `muted ${level}` : level === 100 ? '' : String(level)),
}

/** Gain from 0 to 1, on a curve on which equal steps sound equal. */
export const volumeGain = ({ level, isMuted }: Volume) => (isMuted ? 0 : (level / 100) ** 2)

/** Toggles mute; unmuting at volume 0 restores an audible volume. */
export const toggleMute = ({ level, isMuted }: Volume): Volume => ({
  level: level || 100,
  isMuted: level > 0 && !isMuted,
})
