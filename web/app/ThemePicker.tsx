import { useId } from 'react'
import styles from './ThemePicker.module.css'
import { setTheme, THEMES, useTheme } from './theme.ts'

const NAMES = { light: 'Light', gray: 'Gray', dark: 'Dark' }

/** Light, gray or dark; the choice is kept in this browser [1 §4]. */
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
