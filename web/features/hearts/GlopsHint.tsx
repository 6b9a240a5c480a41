import type { ReactNode } from 'react'
import { GLOPS_FOR_HEART, GLOPS_PER_HEART } from '../../../contract/limits.ts'
import { Hint } from '../../ui/Hint.tsx'
import { Link } from '../../ui/Link.tsx'

const EXPLANATION = `Glops show how much others value an artist’s work. A heart earns ${GLOPS_FOR_HEART}, and every ${GLOPS_PER_HEART} bring a heart to give.`
const MORE = { to: '/how-hearts-work#glops', label: 'How glops work' }

type GlopsHintProps = {
  className?: string | undefined
  /** Explains other glops than those of an artist. */
  children?: ReactNode
}

/** Button beside a number of glops, with a popover that explains them. */
export function GlopsHint({ className, children = EXPLANATION }: GlopsHintProps) {
  return (
    <Hint label="What are glops?" more={MORE} {...(className && { className })}>
      {children}
    </Hint>
  )
}

/** Explanation of glops above a list whose items have their numbers. */
export function GlopsNote({ className }: { className: string | undefined }) {
  return (
    <p className={className}>
      {EXPLANATION} <Link to={MORE.to}>{MORE.label}</Link>
    </p>
  )
}
