import { useId, useSyncExternalStore } from 'react'
import { writeStored } from '../lib/local-storage.ts'
import styles from './ThemePicker.module.css'

const NAMES = { light: 'Light', gray: 'Gray', dark: 'Dark' }

/** Theme choice, stored in this browser [1 §4]. */
export function ThemePicker() {
  const theme = useTheme()
  const name = useId()
  return (
    <fieldset className={styles.picker}>
      <legend className={styles.title}>Theme</legend>
      {THEMES.map((choice) => (
        <label key={choice} className={styles.choice}>
          <input type="radio" name={name} checked={choice === theme} onChange={() => setTheme(choice)} />
          <span className={styles.swatch} data-theme={choice} />
          {NAMES[choice]}
        </label>
      ))}
    </fieldset>
  )
}

export const THEMES = ['light', 'gray', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const COLOURS: Record<Theme, string> = { light: '#f2f2f3', gray: '#4d5052', dark: '#161616' }
const listeners = new Set<() => void>()

/** Applies and stores the theme [1 §4]; `theme.js` applies it before the first paint. */
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
