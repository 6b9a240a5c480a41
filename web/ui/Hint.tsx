import { CircleQuestionMark } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Hint.module.css'
import { Icon } from './Icon.tsx'
import { Link, type LinkProps } from './Link.tsx'
import { PopoverButton } from './Popover.tsx'

type HintProps = {
  /** Accessible name of the button: "What are glops?" */
  label: string
  /** Page that explains more. */
  more?: { to: LinkProps['to']; label: string }
  className?: string
  children: ReactNode
}

/** Button beside a word, with a popover that explains the word. */
export function Hint({ label, more, className, children }: HintProps) {
  return (
    <PopoverButton
      trigger={
        <button type="button" aria-label={label} className={classes(styles.hint, className)}>
          <Icon of={CircleQuestionMark} size={16} />
        </button>
      }
    >
      {(close) => (
        <div className={styles.text}>
          <p>{children}</p>
          {more && (
            <Link to={more.to} onClick={close} className={styles.more}>
              {more.label}
            </Link>
          )}
        </div>
      )}
    </PopoverButton>
  )
}
