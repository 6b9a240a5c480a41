import { useState } from 'react'
import { Segmented } from '../../ui/Segmented.tsx'
import { ArtBlocks } from './ArtBlocks.tsx'
import { ButtonBlocks } from './ButtonBlocks.tsx'
import { FieldBlocks } from './FieldBlocks.tsx'
import styles from './KitPage.module.css'
import { LayoutBlocks } from './LayoutBlocks.tsx'
import { ListBlocks } from './ListBlocks.tsx'
import { OverlayBlocks } from './OverlayBlocks.tsx'

const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'gray', label: 'Gray' },
  { value: 'dark', label: 'Dark' },
] as const

type Theme = (typeof THEMES)[number]['value']

/** Every building block in every state; its theme switch affects only this page and is not stored. */
export function KitPage() {
  const [theme, setTheme] = useState<Theme>((document.documentElement.dataset.theme as Theme) ?? 'light')
  const changeTheme = (next: Theme) => {
    document.documentElement.dataset.theme = next
    setTheme(next)
  }
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <h1>Building blocks</h1>
        <Segmented label="Theme" options={THEMES} value={theme} onChange={changeTheme} />
      </div>
      <div className={styles.blocks}>
        <ButtonBlocks />
        <FieldBlocks />
        <ListBlocks />
        <OverlayBlocks />
        <ArtBlocks />
        <LayoutBlocks />
      </div>
    </div>
  )
}
