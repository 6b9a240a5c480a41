import type { LucideIcon } from 'lucide-react'

const STROKES = { 16: 1.75, 20: 1.65, 24: 1.5 }

type IconProps = {
  of: LucideIcon
  size?: 16 | 20 | 24
  /** Only for given hearts and stars. */
  filled?: boolean
  className?: string
}

/** Lucide icon with the stroke of its size; decorative, so its label is beside it or on its button. */
export function Icon({ of: Glyph, size = 20, filled, className }: IconProps) {
  return (
    <Glyph
      size={size}
      strokeWidth={STROKES[size]}
      fill={filled ? 'currentColor' : 'none'}
      className={className}
      aria-hidden="true"
      focusable="false"
    />
  )
}
