import { useSyncExternalStore } from 'react'
import { writeStored } from '../lib/stored.ts'

export const THEMES = ['light', 'gray', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const COLOURS: Record<Theme, string> = { light: '#f2f2f3', gray: '#4d5052', dark: '#161616' }
const listeners = new Set<() => void>()

/** Changes the theme here and now and keeps the choice in this browser [1 §4]; `theme.js` sets it before first paint. */
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
