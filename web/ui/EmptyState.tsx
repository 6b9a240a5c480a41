import type { ReactNode } from 'react'
import { ButtonLink } from './Button.tsx'
import { classes } from './classes.ts'
import styles from './EmptyState.module.css'

/** Empty list: illustration, one sentence, at most one button. */
export function EmptyState({
  children,
  action,
  className,
}: {
  children: ReactNode
  action?: ReactNode
  className?: string
}) {
  return (
    <div className={classes(styles.empty, className)}>
      <EmptyIllustration />
      <p className={styles.text}>{children}</p>
      {action}
    </div>
  )
}

/** Sketched head with one inked stroke. */
export function EmptyIllustration() {
  return (
    <svg viewBox="0 0 160 120" width={160} height={120} fill="none" strokeLinecap="round" aria-hidden="true">
      <g stroke="var(--accent)" strokeWidth="1.2" opacity=".8">
        <path d="M14 96C50 93 110 94 148 95M80 10c1 32 1 64-1 104M30 22C64 60 100 88 136 112M132 18C100 52 60 84 26 110" />
        <ellipse cx="79" cy="56" rx="40" ry="42" />
        <ellipse cx="79" cy="56" rx="37" ry="45" transform="rotate(8 79 56)" />
      </g>
      <path d="M62 18C46 26 38 44 41 62c2 15 12 28 26 34" stroke="var(--ink)" strokeWidth="2.2" />
    </svg>
  )
}

type ErrorScreenProps = {
  children: ReactNode
  /** Title above the sentence; without it the sentence is the heading. */
  title?: string
  /** Level of the heading: 1, unless the page has a heading of its own. */
  level?: 1 | 2 | 3
  /** Replaces the Home button. */
  action?: ReactNode
}

/** Page that cannot be shown: illustration, sentence and a way home. */
export function ErrorScreen({ children, title, level = 1, action }: ErrorScreenProps) {
  const Heading = `h${level}` as const
  const Sentence = title ? 'p' : Heading
  return (
    <div className={classes(styles.empty, styles.page)}>
      <EmptyIllustration />
      {title && <Heading className={styles.title}>{title}</Heading>}
      <Sentence className={styles.text}>{children}</Sentence>
      {action ?? <ButtonLink to="/">Home</ButtonLink>}
    </div>
  )
}
