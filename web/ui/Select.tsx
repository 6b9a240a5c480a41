import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import type { SelectProps } from './aria/ListSelect.tsx'
import { classes } from './classes.ts'
import { describedBy, Field } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { lazyComponent } from './lazy-component.tsx'
import styles from './Select.module.css'
import { useMedia } from './useMedia.ts'

const ListSelect = lazyComponent(
  () => import('./aria/ListSelect.tsx'),
  'ListSelect',
  // Placeholder with the same look, disabled so that a press is not lost when it is replaced.
  (props) => <NativeSelect {...(props as SelectProps<string>)} disabled />,
)

/** Drop-down: native on touch screens, elsewhere a list with a check mark and type-ahead. */
export function Select<T extends string>(props: SelectProps<T>) {
  const coarse = useMedia('(pointer: coarse)')
  return coarse ? <NativeSelect {...props} /> : <ListSelect {...props} />
}

function NativeSelect<T extends string>(props: SelectProps<T>) {
  const { label, hideLabel, hint, error, options, value, onChange, placeholder = 'Choose', className, ...rest } = props
  const id = useId()
  return (
    <Field id={id} label={label} hideLabel={hideLabel} hint={hint} error={error} className={className}>
      <span className={styles.box}>
        <select
          {...rest}
          id={id}
          className={classes(styles.control, styles.native)}
          value={value ?? ''}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
          onChange={(event) => onChange(event.target.value as T)}
        >
          {value === null && (
            <option value="" disabled>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon of={ChevronDown} className={styles.chevron} />
      </span>
    </Field>
  )
}
