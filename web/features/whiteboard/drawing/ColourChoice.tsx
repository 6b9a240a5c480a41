import type { ReactNode } from 'react'
import { ColourPicker } from '../../../ui/ColourPicker.tsx'
import { PopoverButton, type PopoverButtonProps } from '../../../ui/Popover.tsx'

type ColourChoiceProps = Pick<PopoverButtonProps, 'trigger'> & {
  /** As `#rrggbb`. */
  colour: string
  onColour: (colour: string) => void
  /** Content below the picker. */
  children: ReactNode
}

/** Popover with the colour picker. */
export function ColourChoice({ trigger, colour, onColour, children }: ColourChoiceProps) {
  return (
    <PopoverButton trigger={trigger} flush placement="bottom start">
      <ColourPicker value={colour} onChange={onColour} />
      {children}
    </PopoverButton>
  )
}
