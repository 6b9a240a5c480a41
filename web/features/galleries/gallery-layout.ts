import { useState } from 'react'
import { readStored, writeStored } from '../../lib/stored.ts'
import type { GalleryLayout } from './arrange.ts'

/** Rows or grid, as chosen in this browser. */
export function useGalleryLayout(): [GalleryLayout, (choice: GalleryLayout) => void] {
  const [layout, setLayout] = useState<GalleryLayout>(() => (readStored('gallery-layout') === 'grid' ? 'grid' : 'rows'))
  const choose = (choice: GalleryLayout) => {
    setLayout(choice)
    writeStored('gallery-layout', choice)
  }
  return [layout, choose]
}
