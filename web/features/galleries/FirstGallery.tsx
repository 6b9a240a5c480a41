import { Page } from '../../ui/Page.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Idle } from '../../ui/template.tsx'
import { FirstTiles } from './FirstTiles.tsx'
import { GalleryHead } from './GalleryHead.tsx'
import pageStyles from './GalleryPage.module.css'
import { MODES, type Mode } from './lists.ts'
import { galleryTabs } from './ModeTabs.tsx'

/** First-paint markup of a gallery, see `GalleryPage`. */
export function FirstGallery({ mode }: { mode: Mode }) {
  const { title } = MODES[mode]
  return (
    <Page title={null}>
      <Idle>
        <GalleryHead title={title} layout="rows" onLayout={() => undefined} />
      </Idle>
      <Tabs label="Galleries" tabs={galleryTabs(mode, false)} className={pageStyles.tabs} />
      <FirstTiles list="sketches" label={title} />
    </Page>
  )
}
