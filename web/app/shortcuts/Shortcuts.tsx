import { useState } from 'react'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useShortcutListener } from './useShortcutListener.ts'

const ShortcutsDialog = lazyComponent(() => import('./ShortcutsDialog.tsx'), 'ShortcutsDialog')

/** Keyboard shortcuts of every page, and the dialog that lists them. */
export function Shortcuts() {
  const [isHelpOpen, setHelpOpen] = useState(false)
  useShortcuts({ '?': () => setHelpOpen(true) })
  useShortcutListener()
  return isHelpOpen && <ShortcutsDialog onClose={() => setHelpOpen(false)} />
}
