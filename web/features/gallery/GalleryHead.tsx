import { GalleryVertical, LayoutGrid } from 'lucide-react'
import { Segmented } from '../../ui/Segmented.tsx'
import type { GalleryLayout } from './arrange.ts'
import styles from './GalleryPage.module.css'

/** The title of a gallery, and the choice between rows and grid. */
export function GalleryHead({
  title,
  layout,
  onLayout,
}: {
  title: string
  layout: GalleryLayout
  onLayout: (layout: GalleryLayout) => void
}) {
  return (
    <div className={styles.head}>
      <h1>{title}</h1>
      <Segmented
        label="Layout"
        iconsOnly
        options={[
          { value: 'rows', label: 'Rows', icon: GalleryVertical },
          { value: 'grid', label: 'Grid', icon: LayoutGrid },
        ]}
        value={layout}
        onChange={onLayout}
      />
    </div>
  )
}
