import { Page } from '../../ui/Page.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import styles from './Gallery.module.css'
import { GalleryHead } from './GalleryHead.tsx'
import pageStyles from './GalleryPage.module.css'
import { MODES } from './lists.ts'
import { galleryTabs } from './ModeTabs.tsx'

/** First-paint markup of the gallery, before the application: rows of fixed height that wrap. */
export function FirstRows() {
  return (
    <Page>
      <GalleryHead title={MODES.recent.title} layout="rows" onLayout={() => undefined} />
      <Tabs label="Galleries" tabs={galleryTabs('recent', false)} className={pageStyles.tabs} />
      <ul className={styles.firstRows} aria-label={MODES.recent.title} data-first-rows="">
        <FirstTile list="RECENT" />
      </ul>
    </Page>
  )
}

/** Placeholders for a sketch's address and picture; see worker/pages/first-load/first-paint.ts. */
const TILE_MARKS = {
  href: '__HREF__',
  src: '__SRC__',
  srcSet: '__SRCSET__',
  sizes: '__SIZES__',
  alt: '__ALT__',
  fetchPriority: '__PRIORITY__' as 'high',
  loading: '__LOADING__' as 'lazy',
}

/** Template of a tile between two marks; the site repeats it for each sketch of the list. */
export function FirstTile({ list }: { list: 'RECENT' | 'FEATURED' }) {
  return (
    <>
      {`__${list}__`}
      <li className={styles.firstTile}>
        <a href={TILE_MARKS.href}>
          <img
            src={TILE_MARKS.src}
            srcSet={TILE_MARKS.srcSet}
            sizes={TILE_MARKS.sizes}
            alt={TILE_MARKS.alt}
            fetchPriority={TILE_MARKS.fetchPriority}
            loading={TILE_MARKS.loading}
            className={styles.firstPicture}
            width="100"
            height="101"
          />
        </a>
      </li>
      {`__${list}__`}
    </>
  )
}
