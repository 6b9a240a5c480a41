import { Check, ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { Select as AriaSelect, Button, ListBox, ListBoxItem, SelectValue } from 'react-aria-components'
import { classes } from '../classes.ts'
import { describedBy, Field, type FieldTexts } from '../Field.tsx'
import { Icon } from '../Icon.tsx'
import styles from '../Select.module.css'
import { PopoverSurface } from './PopoverSurface.tsx'

export type SelectOption<T extends string> = { value: T; label: string; disabled?: boolean }

export type SelectProps<T extends string> = FieldTexts & {
  options: readonly SelectOption<T>[]
  value: T | null
  onChange: (value: T) => void
  placeholder?: string
  name?: string
  required?: boolean
  disabled?: boolean
  className?: string
}

export function ListSelect<T extends string>(props: SelectProps<T>) {
  const { label, hideLabel, hint, error, options, value, onChange, placeholder = 'Choose', className } = props
  const id = useId()
  return (
    <Field
      id={id}
      labelId={`${id}-label`}
      label={label}
      hideLabel={hideLabel}
      hint={hint}
      error={error}
      className={className}
    >
      <AriaSelect
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy(id, { hint, error })}
        className={classes(styles.box, !!error && styles.invalid)}
        name={props.name}
        placeholder={placeholder}
        value={value}
        onChange={(key) => key !== null && onChange(key as T)}
        isInvalid={!!error}
        // An error of the last attempt must not keep the browser from sending the form again.
        validationBehavior={props.required ? 'native' : 'aria'}
        isRequired={props.required}
        isDisabled={props.disabled}
      >
        <Button className={styles.control}>
          <SelectValue className={styles.value}>
            {({ selectedText, isPlaceholder, defaultChildren }) => (isPlaceholder ? defaultChildren : selectedText)}
          </SelectValue>
          <Icon of={ChevronDown} className={styles.chevron} />
        </Button>
        <PopoverSurface className={styles.list}>
          <ListBox className={styles.options}>
            {options.map((option) => (
              <ListBoxItem
                key={option.value}
                id={option.value}
                textValue={option.label}
                isDisabled={option.disabled}
                className={styles.option}
              >
                {({ isSelected }) => (
                  <>
                    {option.label}
                    {isSelected && <Icon of={Check} size={16} />}
                  </>
                )}
              </ListBoxItem>
            ))}
          </ListBox>
        </PopoverSurface>
      </AriaSelect>
    </Field>
  )
}
