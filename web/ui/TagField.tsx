import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { countText } from '../lib/format.ts'
import { Chip } from './Chip.tsx'
import { describedBy, Field, type FieldTexts } from './Field.tsx'
import { Hidden } from './Hidden.tsx'
import { SuggestionList } from './SuggestionList.tsx'
import styles from './TagField.module.css'

type TagFieldProps = FieldTexts & {
  value: readonly string[]
  onChange: (tags: string[]) => void
  /** Completions of a query; must be a stable function. */
  suggest?: (query: string) => Promise<string[]>
  maxTags?: number
  /** Maximum length of one tag. */
  maxLength?: number
  placeholder?: string
  className?: string
}

/** Tag input with completion: comma, Enter or blur adds a tag, Backspace removes the last. */
export function TagField(props: TagFieldProps) {
  const { label, hideLabel, hint, error, value, onChange, suggest, maxTags = Infinity, maxLength } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const [closed, setClosed] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const isFull = value.length >= maxTags
  const options = useSuggestions(text.trim(), suggest).filter((tag) => !hasTag(value, tag))
  const isOpen = !closed && !isFull && options.length > 0

  const changeText = (next: string) => {
    setText(next)
    setActive(-1)
    setClosed(next === '')
  }
  const add = (typed: string) => {
    const tags = addTags(value, typed, maxTags)
    changeText('')
    if (tags.length === value.length) return
    setAnnouncement(`${tags.slice(value.length).join(', ')} added`)
    onChange(tags)
  }
  const remove = (tag: string) => {
    setAnnouncement(`${tag} removed`)
    onChange(value.filter((other) => other !== tag))
    input.current?.focus()
  }
  const move = (by: 1 | -1) => {
    setClosed(false)
    if (options.length > 0) setActive((active + by + (active < 0 && by < 0 ? 1 : 0) + options.length) % options.length)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const last = value.at(-1)
    const chosen = isOpen ? options[active] : undefined
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && (chosen ?? text.trim())) add(chosen ?? text)
    else if (event.key === 'Escape' && isOpen) setClosed(true)
    else if (event.key === 'Backspace' && text === '' && last !== undefined) remove(last)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Field
      id={id}
      label={label}
      hideLabel={hideLabel}
      hint={hint}
      error={error}
      count={maxTags === Infinity ? undefined : { used: value.length, max: maxTags, unit: 'tags' }}
      className={props.className}
    >
      <div className={styles.anchor}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a press beside the chips focuses the input */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the input takes the keys */}
        <div className={styles.box} onClick={(event) => event.target === event.currentTarget && input.current?.focus()}>
          {value.length > 0 && (
            <ul className={styles.chips} aria-label={`${label}, chosen`}>
              {value.map((tag) => (
                <Chip key={tag} small name={tag} onRemove={() => remove(tag)}>
                  {tag}
                </Chip>
              ))}
            </ul>
          )}
          <input
            ref={input}
            id={id}
            className={styles.input}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}-list` : undefined}
            aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy(id, { hint, error }, maxTags !== Infinity)}
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="done"
            maxLength={maxLength}
            placeholder={value.length === 0 ? props.placeholder : undefined}
            readOnly={isFull}
            value={text}
            onChange={({ target }) => (target.value.includes(',') ? add(target.value) : changeText(target.value))}
            onKeyDown={press}
            onBlur={() => add(text)}
          />
        </div>
        {isOpen && (
          <SuggestionList
            id={id}
            label={`${label}, suggestions`}
            suggestions={options.map((tag, index) => ({
              key: index,
              content: tag,
              isActive: index === active,
              onSelect: () => add(tag),
            }))}
          />
        )}
        <Hidden role="status">{isOpen ? countText(options.length, 'suggestion') : announcement}</Hidden>
      </div>
    </Field>
  )
}

/** Splits the text at commas and adds new tags, compared without case, up to `max` tags. */
export function addTags(tags: readonly string[], text: string, max: number): string[] {
  const next = [...tags]
  for (const part of text.split(',')) {
    const tag = part.trim()
    if (tag && next.length < max && !hasTag(next, tag)) next.push(tag)
  }
  return next
}

export function hasTag(tags: readonly string[], tag: string): boolean {
  return tags.some((other) => other.toLowerCase() === tag.toLowerCase())
}

const DEBOUNCE_MS = 150

const NONE: readonly string[] = []

/** Debounced suggestions; outdated replies are dropped and a failure returns none. */
export function useSuggestions(query: string, suggest?: (query: string) => Promise<string[]>): readonly string[] {
  const [found, setFound] = useState<{ query: string; tags: readonly string[] }>({ query: '', tags: NONE })
  useEffect(() => {
    if (!query || !suggest) return
    let isStale = false
    const timer = setTimeout(async () => {
      const tags = await suggest(query).catch(() => NONE)
      if (!isStale) setFound({ query, tags })
    }, DEBOUNCE_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [query, suggest])
  return query && found.query ? found.tags : NONE
}
