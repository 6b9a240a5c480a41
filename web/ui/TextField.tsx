import { type ChangeEvent, type ComponentProps, type CSSProperties, useId, useState } from 'react'
import { classes } from './classes.ts'
import { describedBy, Field, type FieldTexts } from './Field.tsx'
import styles from './TextField.module.css'

type Own = FieldTexts & { className?: string }
type SingleProps = Own & { multiline?: false } & Omit<ComponentProps<'input'>, 'className'>
type MultiProps = Own & { multiline: true } & Omit<ComponentProps<'textarea'>, 'className'>
type TextFieldProps = SingleProps | MultiProps

/** Sets the height in browsers that do not support `field-sizing`. */
function grow(area: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight + 2}px`
}

/** Labelled input, or a text area that grows; `maxLength` shows a counter in UTF-16 units, as browsers count. */
export function TextField(props: TextFieldProps) {
  const { label, hideLabel, hint, error, className, id: givenId, ...rest } = props
  const ownId = useId()
  const id = givenId ?? ownId
  const [typed, setTyped] = useState(String(rest.defaultValue ?? ''))
  const max = rest.maxLength
  const used = String(rest.value ?? typed).length
  const shared = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby':
      classes(rest['aria-describedby'], describedBy(id, { hint, error }, max !== undefined)) || undefined,
  }
  return (
    <Field
      id={id}
      label={label}
      hideLabel={hideLabel}
      hint={hint}
      error={error}
      count={max === undefined ? undefined : { used, max }}
      className={className}
    >
      {rest.multiline ? (
        <Area {...rest} {...shared} onTyped={setTyped} />
      ) : (
        <Line {...rest} {...shared} onTyped={setTyped} />
      )}
    </Field>
  )
}

type Typed = { multiline?: boolean; onTyped: (text: string) => void }

function Line({ multiline: _, onTyped, onChange, ...rest }: ComponentProps<'input'> & Typed) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    onTyped(event.target.value)
    onChange?.(event)
  }
  return <input {...rest} className={styles.input} onChange={change} />
}

function Area({ multiline: _, onTyped, onChange, rows = 3, style, ...rest }: ComponentProps<'textarea'> & Typed) {
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => {
    grow(event.target)
    onTyped(event.target.value)
    onChange?.(event)
  }
  const sized = { ...style, '--rows': rows, '--least': rows === 1 ? 'var(--tap)' : undefined } as CSSProperties
  return (
    <textarea {...rest} rows={rows} style={sized} className={classes(styles.input, styles.area)} onChange={change} />
  )
}
