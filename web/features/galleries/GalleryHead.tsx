import type { ReactNode } from 'react'
import { PageHead } from '../../ui/Page.tsx'
import type { GalleryLayout } from './arrange.ts'
import styles from './GalleryPage.module.css'
import { LayoutChoice } from './LayoutChoice.tsx'

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
