import { Ellipsis } from 'lucide-react'
import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  useId,
  useRef,
  useState,
} from 'react'
import type { MenuEntry } from './aria/MenuPopover.tsx'
import type { Placement } from './aria/PopoverSurface.tsx'
import { IconButton } from './IconButton.tsx'
import { lazyComponent, preload } from './lazy-component.tsx'

export type { MenuEntry }

const loadPopover = () => import('./aria/MenuPopover.tsx')
const MenuPopover = lazyComponent(loadPopover, 'MenuPopover')

/** Loads menus ahead of their first use. */
export const preloadMenu = () => preload(loadPopover)

type MenuProps = {
  /** A Button, an IconButton or a native button. */
  trigger: ReactElement<ComponentProps<'button'>>
  label: string
  items: readonly MenuEntry[]
  placement?: Placement
}

/**
 * Keys that open a menu, each with the item that gets the focus. Without Enter and Space here, their click would open it:
 * react-aria takes that for the click of a screen reader, after which the focus may stay on the menu itself.
 */
const OPENING_KEYS: Readonly<Record<string, 'first' | 'last'>> = {
  ArrowDown: 'first',
  ArrowUp: 'last',
  Enter: 'first',
  ' ': 'first',
}

/** Button with a menu of actions; the menu loads when the button is hovered or focused. */
export function Menu({ trigger, label, items, placement }: MenuProps) {
  /** Item that is focused when the menu opens; null while it is closed. */
  const [focus, setFocus] = useState<'first' | 'last' | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const openByKey = (event: KeyboardEvent) => {
    const focused = OPENING_KEYS[event.key]
    if (!focused) return
    event.preventDefault()
    setFocus(focused)
  }
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': focus !== null,
        'aria-controls': focus ? id : undefined,
        onPointerEnter: preloadMenu,
        onFocus: preloadMenu,
        onKeyDown: openByKey,
        onClick: () => setFocus('first'),
      })}
      {focus && (
        <MenuPopover
          id={id}
          trigger={button}
          label={label}
          items={items}
          focus={focus}
          placement={placement}
          onClose={() => setFocus(null)}
        />
      )}
    </>
  )
}

type MoreMenuProps = {
  items: readonly MenuEntry[]
  /** Distinguishes several menus on a page: "More actions for this comment". */
  label?: string
  bordered?: boolean
  className?: string
}

export function MoreMenu({ items, label = 'More', bordered, className }: MoreMenuProps) {
  const trigger = <IconButton icon={Ellipsis} aria-label={label} bordered={bordered} className={className} />
  return <Menu trigger={trigger} label={label} items={items} placement="bottom end" />
}
