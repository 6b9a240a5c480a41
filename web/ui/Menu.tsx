import type { ComponentProps, ReactElement } from 'react'
import { MenuTrigger, Pressable } from 'react-aria-components'
import { Floating, type FloatingProps } from './Floating.tsx'
import { type MenuEntry, MenuList } from './MenuList.tsx'

type MenuProps = {
  /** One element that passes its props and ref on to a native button: Button or IconButton. */
  trigger: ReactElement<ComponentProps<'button'>, string>
  label: string
  items: readonly MenuEntry[]
  placement?: FloatingProps['placement']
}

/** A button with a menu of actions under it. */
export function Menu({ trigger, label, items, placement }: MenuProps) {
  return (
    <MenuTrigger>
      <Pressable>{trigger}</Pressable>
      <Floating placement={placement}>
        <MenuList label={label} items={items} />
      </Floating>
    </MenuTrigger>
  )
}
