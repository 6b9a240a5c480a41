import { Page } from '../../ui/Page.tsx'
import { slot } from '../../ui/template.tsx'
import { FirstTiles } from './FirstTiles.tsx'
import { GalleryHead } from './GalleryHead.tsx'

/** First-paint markup of a tag's gallery, see `TagPage`. */
export function FirstTag() {
  return (
    <Page title={null}>
      <GalleryHead title={slot('title')} layout="rows" onLayout={() => undefined} />
      <FirstTiles list="sketches" label={slot('title')} />
    </Page>
  )
}
