import { useEffect } from 'react'
import { Store, useStore } from '../lib/store.ts'

type MenuName = 'menu' | 'me' | 'plus' | 'join'

class OpenMenu extends Store<{ open: MenuName | null }> {
  readonly set = (open: MenuName | null): void => this.setState({ open })
}

const openMenu = new OpenMenu({ open: null })

/**
 * Returns the open menu of the header or the bottom bar, and a function that changes it. They share it so that opening
 * a menu closes another whose code still loads.
 */
export function useOpenMenu(): [MenuName | null, (name: MenuName | null) => void] {
  const { open } = useStore(openMenu)
  useEffect(() => () => openMenu.set(null), [])
  return [open, openMenu.set]
}
