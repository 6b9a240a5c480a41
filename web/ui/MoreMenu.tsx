import { Ellipsis } from 'lucide-react'
import { IconButton } from './IconButton.tsx'
import { Menu } from './Menu.tsx'
import type { MenuEntry } from './MenuList.tsx'

type MoreMenuProps = {
  items: readonly MenuEntry[]
  /** Says more of what, where several stand on a page: "More for this comment". */
  label?: string
  bordered?: boolean
  className?: string
}

/** The three dots and the menu under them. */
export function MoreMenu({ items, label = 'More', bordered, className }: MoreMenuProps) {
  const trigger = <IconButton icon={Ellipsis} aria-label={label} bordered={bordered} className={className} />
  return <Menu trigger={trigger} label={label} items={items} placement="bottom end" />
}
