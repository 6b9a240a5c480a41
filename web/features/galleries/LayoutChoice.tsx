import { GalleryVertical, LayoutGrid } from 'lucide-react'
import { Segmented } from '../../ui/Segmented.tsx'
import type { GalleryLayout } from './arrange.ts'

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
