import type { ReactNode } from 'react'

type SuggestionOptionProps = {
  id: string
  isActive: boolean
  onSelect: () => void
  className: string | undefined
  children: ReactNode
}

/**
 * Row of suggestions below a field, which keeps the focus and handles the keys. Scrolls into sight when it is chosen.
 */
export function SuggestionOption({ id, isActive, onSelect, className, children }: SuggestionOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    <div
      id={id}
      ref={(option) => (isActive ? option?.scrollIntoView({ block: 'nearest' }) : undefined)}
      className={className}
      role="option"
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onSelect}
    >
      {children}
    </div>
  )
}
