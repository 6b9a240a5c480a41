import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Field.module.css'
import { Hidden } from './Hidden.tsx'
import { Icon } from './Icon.tsx'

export type FieldTexts = {
  label: string
  /** The label stays for screen readers; only where a heading or an icon already says it. */
  hideLabel?: boolean
  hint?: ReactNode
  /** A sentence; turns the field red and is read out with it. */
  error?: ReactNode
}

type FieldProps = FieldTexts & {
  id: string
  /** How many of how many, characters unless told otherwise. */
  count?: { used: number; most: number; unit?: string }
  /** The label names this element instead of the one with the field's id. */
  labelId?: string
  className?: string
  children: ReactNode
}

/** The ids of the texts under a field, for its `aria-describedby`. */
export function describedBy(id: string, { hint, error }: Pick<FieldTexts, 'hint' | 'error'>, counted = false) {
  return classes(!!hint && `${id}-hint`, !!error && `${id}-error`, counted && `${id}-count`) || undefined
}

/** What stands around an input: label above, hint, error and counter under it. */
export function Field({ id, label, hideLabel, hint, error, count, labelId, className, children }: FieldProps) {
  const name = hideLabel ? <Hidden>{label}</Hidden> : label
  const full = count !== undefined && count.used >= count.most
  return (
    <div className={classes(styles.field, className)}>
      {labelId ? (
        <span id={labelId} className={styles.label}>
          {name}
        </span>
      ) : (
        <label htmlFor={id} className={styles.label}>
          {name}
        </label>
      )}
      {children}
      {(error || hint || count) && (
        <div className={styles.foot}>
          <div>
            {error && (
              <p id={`${id}-error`} className={styles.error}>
                <Icon of={CircleAlert} size={16} />
                <span>{error}</span>
              </p>
            )}
            {hint && (
              <p id={`${id}-hint`} className={styles.hint}>
                {hint}
              </p>
            )}
          </div>
          {count && (
            <p id={`${id}-count`} className={classes(styles.counter, full && styles.full)}>
              <Hidden>{`${count.used} of ${count.most} ${count.unit ?? 'characters'}`}</Hidden>
              <span aria-hidden="true">{`${count.used} / ${count.most}`}</span>
            </p>
          )}
        </div>
      )}
      {count && <Hidden role="status">{full ? `No ${count.unit ?? 'characters'} left` : ''}</Hidden>}
    </div>
  )
}
