import { useEffect, useSyncExternalStore } from 'react'
import { THEMES, type Theme } from '../../contract/theme.ts'
import { writeStored } from './local-storage.ts'
import { useUser } from './session.ts'

const COLOURS: Record<Theme, string> = { light: '#f2f2f3', gray: '#4d5052', dark: '#161616' }
const listeners = new Set<() => void>()

/** Applies a theme and stores it in this browser [1 §4]; `theme.js` applies it before the first paint. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.setAttribute('content', COLOURS[theme])
  writeStored('theme', theme)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const current = () => THEMES.find((theme) => theme === document.documentElement.dataset.theme) ?? 'light'

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, current)
}

/** Applies the theme of the account, which the member may have chosen on another device. */
export function useAccountTheme(): void {
  const chosen = useUser()?.theme
  useEffect(() => {
    if (chosen && chosen !== current()) setTheme(chosen)
  }, [chosen])
}
