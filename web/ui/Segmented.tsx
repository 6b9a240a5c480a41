import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { classes } from './classes.ts'
import { Hidden } from './Hidden.tsx'
import { Icon } from './Icon.tsx'
import styles from './Segmented.module.css'
import { tooltipClass, tooltipProps } from './tooltip.ts'

export type SegmentedOption<T extends string> = { value: T; label: string; icon?: LucideIcon; disabled?: boolean }

type SegmentedProps<T extends string> = {
  /** Names the group; visually hidden unless `showLabel`. */
  label: string
  showLabel?: boolean
  options: readonly SegmentedOption<T>[]
  /** Null selects nothing. */
  value: T | null
  onChange: (value: T) => void
  /** Shows only the icons; the labels become tooltips. */
  iconsOnly?: boolean
  name?: string
  /** Id of an error text; marks the group as invalid. */
  errorId?: string
  className?: string
}

/** Radio group for two to four short choices. */
export function Segmented<T extends string>(props: SegmentedProps<T>) {
  const { label, showLabel, options, value, onChange, iconsOnly, name, errorId, className } = props
  const ownName = useId()
  return (
    <fieldset className={classes(styles.group, className)} aria-describedby={errorId}>
      <legend className={showLabel ? styles.legend : undefined}>{showLabel ? label : <Hidden>{label}</Hidden>}</legend>
      <div className={classes(styles.row, errorId && styles.invalid)}>
        {options.map((option) => (
          <label
            key={option.value}
            className={classes(styles.option, iconsOnly && tooltipClass)}
            {...(iconsOnly && tooltipProps(option.label))}
          >
            <input
              type="radio"
              className={styles.radio}
              name={name ?? ownName}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            {option.icon && <Icon of={option.icon} size={iconsOnly ? 20 : 16} />}
            {iconsOnly ? <Hidden>{option.label}</Hidden> : option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
