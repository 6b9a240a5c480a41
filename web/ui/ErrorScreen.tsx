import type { ReactNode } from 'react'
import { ButtonLink } from './Button.tsx'
import { classes } from './classes.ts'
import styles from './Empty.module.css'
import { EmptyIllustration } from './Empty.tsx'

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
