import { type ComponentProps, type CSSProperties, useId } from 'react'
import { Hidden } from './Hidden.tsx'
import styles from './Slider.module.css'

type SliderProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'className'> & {
  label: string
  /** Hides label and value visually, where an icon or a text already shows them. */
  hideLabel?: boolean
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  step?: number
  /** Formats the value, such as "40%". */
  format?: (value: number) => string
}

/** Native range input with its value beside its label. */
export function Slider({
  label,
  hideLabel,
  value,
  onChange,
  min = 0,
  max = 100,
  step = 1,
  format = String,
  ...rest
}: SliderProps) {
  const ownId = useId()
  const id = rest.id ?? ownId
  const part = max > min ? (value - min) / (max - min) : 0
  const filled = { '--filled': `calc(6px + (100% - 12px) * ${part})` } as CSSProperties
  return (
    <div className={styles.row}>
      {hideLabel ? (
        <label htmlFor={id}>
          <Hidden>{label}</Hidden>
        </label>
      ) : (
        <span>
          <label htmlFor={id} className={styles.label}>
            {label}
          </label>
          <output htmlFor={id} aria-hidden="true" className={styles.value}>
            {format(value)}
          </output>
        </span>
      )}
      <input
        {...rest}
        id={id}
        type="range"
        className={styles.slider}
        style={filled}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={format(value)}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </div>
  )
}
