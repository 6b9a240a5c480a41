import { GalleryVertical, LayoutGrid } from 'lucide-react'
import type { ReactNode } from 'react'
import { Segmented } from '../../ui/Segmented.tsx'
import type { GalleryLayout } from './arrange.ts'
import styles from './GalleryPage.module.css'

/** The title of a gallery, and the choice between rows and grid. */
export function GalleryHead({
  title,
  layout,
  onLayout,
  children,
}: {
  title: string
  layout: GalleryLayout
  onLayout: (layout: GalleryLayout) => void
  /** What else can be chosen, before the layout. */
  children?: ReactNode
}) {
  return (
    <div className={styles.head}>
      <h1>{title}</h1>
      {children}
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
