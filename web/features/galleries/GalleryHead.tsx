import { GalleryVertical, LayoutGrid } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { readStored, writeStored } from '../../lib/local-storage.ts'
import { PageHead } from '../../ui/Page.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import styles from './GalleryPage.module.css'
import type { GalleryLayout } from './row-layout.ts'

export function GalleryHead({
  title,
  layout,
  onLayout,
  children,
}: {
  title: string
  layout: GalleryLayout
  onLayout: (layout: GalleryLayout) => void
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

/** Layout chosen in this browser. */
export function useGalleryLayout(): [GalleryLayout, (choice: GalleryLayout) => void] {
  const [layout, setState] = useState<GalleryLayout>(() => (readStored('gallery-layout') === 'grid' ? 'grid' : 'rows'))
  const setLayout = (choice: GalleryLayout) => {
    setState(choice)
    writeStored('gallery-layout', choice)
  }
  return [layout, setLayout]
}
