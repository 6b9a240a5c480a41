import { useSyncExternalStore } from 'react'
import { SourcePreview } from './Preview.tsx'
import styles from './Sheet.module.css'
import { SourcePicker } from './SourcePicker.tsx'
import type { Studio } from './studio.ts'

/** What one is about to show, as far as it is picked, and where to pick it. */
export function ToShow({ studio }: { studio: Studio }) {
  const { source } = useSyncExternalStore(studio.subscribe, studio.state)
  return (
    <div className={styles.source}>
      <div className={styles.preview} data-theme="dark">
        {source ? <SourcePreview source={source} /> : <p>Pick what to show</p>}
      </div>
      <SourcePicker studio={studio} />
    </div>
  )
}
