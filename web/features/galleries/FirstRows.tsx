import { Page } from '../../ui/Page.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { FirstTile } from './FirstTile.tsx'
import styles from './Gallery.module.css'
import { GalleryHead } from './GalleryHead.tsx'
import pageStyles from './GalleryPage.module.css'
import { MODES } from './lists.ts'
import { tabsOf } from './ModeTabs.tsx'

/** The gallery as it is painted first, before its program has arrived: rows of fixed height that wrap. */
export function FirstRows() {
  return (
    <Page>
      <GalleryHead title={MODES.recent.title} layout="rows" onLayout={() => undefined} />
      <Tabs label="Galleries" tabs={tabsOf('recent', false)} className={pageStyles.tabs} />
      <ul className={styles.firstRows} aria-label={MODES.recent.title} data-first-rows="">
        <FirstTile list="RECENT" />
      </ul>
    </Page>
  )
}
