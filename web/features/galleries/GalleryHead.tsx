import { GalleryVertical, LayoutGrid } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { readStored, writeStored } from '../../lib/stored.ts'
import { PageHead } from '../../ui/Page.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import styles from './GalleryPage.module.css'
import type { GalleryLayout } from './row-layout.ts'

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
    <PageHead title={title} className={styles.head}>
      {children}
      <LayoutChoice layout={layout} onLayout={onLayout} />
    </PageHead>
  )
}

type LayoutChoiceProps = { layout: GalleryLayout; onLayout: (layout: GalleryLayout) => void }

/** The choice between rows and grid. */
export function LayoutChoice({ layout, onLayout }: LayoutChoiceProps) {
  return (
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
  )
}

/** Rows or grid, as chosen in this browser. */
export function useGalleryLayout(): [GalleryLayout, (choice: GalleryLayout) => void] {
  const [layout, setLayout] = useState<GalleryLayout>(() => (readStored('gallery-layout') === 'grid' ? 'grid' : 'rows'))
  const choose = (choice: GalleryLayout) => {
    setLayout(choice)
    writeStored('gallery-layout', choice)
  }
  return [layout, choose]
}
