import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { numberText } from '../lib/format.ts'
import { classes } from './classes.ts'
import styles from './Field.module.css'
import { Hidden } from './Hidden.tsx'
import { Icon } from './Icon.tsx'

export type FieldTexts = {
  label: string
  /** Hides the label visually, where a heading or an icon already shows it. */
  hideLabel?: boolean
  hint?: ReactNode
  /** Marks the field as invalid and is announced with it. */
  error?: ReactNode
}

type FieldProps = FieldTexts & {
  id: string
  /** Used and allowed units, characters by default. */
  count?: { used: number; max: number; unit?: string }
  /** Id of the labelled element, if it is not the field. */
  labelId?: string
  className?: string
  children: ReactNode
}

/** Ids of the texts under a field, for its `aria-describedby`. */
export function describedBy(id: string, { hint, error }: Pick<FieldTexts, 'hint' | 'error'>, counted = false) {
  return classes(!!hint && `${id}-hint`, !!error && `${id}-error`, counted && `${id}-count`) || undefined
}

/** Frame of an input: label above; hint, error and counter below. */
export function Field({ id, label, hideLabel, hint, error, count, labelId, className, children }: FieldProps) {
  const name = hideLabel ? <Hidden>{label}</Hidden> : label
  const labelClass = hideLabel ? styles.hiddenLabel : styles.label
  const full = count !== undefined && count.used >= count.max
  return (
    <div className={classes(styles.field, className)}>
      {labelId ? (
        <span id={labelId} className={labelClass}>
          {name}
        </span>
      ) : (
        <label htmlFor={id} className={labelClass}>
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
              <Hidden>{`${count.used} of ${count.max} ${count.unit ?? 'characters'}`}</Hidden>
              <span aria-hidden="true">{`${numberText(count.used)} / ${numberText(count.max)}`}</span>
            </p>
          )}
        </div>
      )}
      {count && <Hidden role="status">{full ? `No ${count.unit ?? 'characters'} left` : ''}</Hidden>}
    </div>
  )
}
