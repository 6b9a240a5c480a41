import type { ReactNode } from 'react'
import { ButtonLink } from './Button.tsx'
import { classes } from './classes.ts'
import styles from './Empty.module.css'

/** Nothing here yet: the drawing, one sentence, one button at most. */
export function Empty({
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

/** The head roughed in blue with one ink stroke begun; stands for what is not there yet. */
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
  /** The sentence, verbatim. */
  children: ReactNode
  /** A display title above it; without one the sentence itself is the heading. */
  title?: string
  /** Of the heading: 1, unless it stands within a page that has its own. */
  level?: 1 | 2 | 3
  /** Instead of the Home button. */
  action?: ReactNode
}

/** A page that cannot be shown: the drawing, the sentence and a way home. */
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
