import { Page } from '../../ui/Page.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Idle, slot } from '../../ui/template.tsx'
import { FirstTiles } from './FirstTiles.tsx'
import { GalleryHead } from './GalleryHead.tsx'
import { SKETCH_SORTS } from './lists.ts'

/** First-paint markup of a tag's gallery, see `TagPage`. */
export function FirstTag() {
  return (
    <Page title={null}>
      <Idle>
        <GalleryHead title={slot('title')} layout="rows" onLayout={() => undefined}>
          <Segmented label="Order" options={SKETCH_SORTS} value={null} onChange={() => undefined} />
        </GalleryHead>
      </Idle>
      <FirstTiles list="sketches" label={slot('title')} />
    </Page>
  )
}
