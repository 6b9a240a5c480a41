import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './Checkbox.module.css'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'children'> & {
  children: ReactNode
  hint?: ReactNode
}

/** Native checkbox whose whole row, 44 px high, is the target. */
export function Checkbox({ children, hint, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <label className={styles.row}>
      <input
        aria-labelledby={`${id}-name`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...rest}
        type="checkbox"
        className={styles.box}
      />
      <span>
        <span id={`${id}-name`}>{children}</span>
        {hint && (
          <span id={`${id}-hint`} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
