import { Fragment } from 'react'
import { Tabs } from '../../ui/Tabs.tsx'
import styles from './Gallery.module.css'
import { GalleryHead } from './GalleryHead.tsx'
import pageStyles from './GalleryPage.module.css'
import { MODES } from './lists.ts'
import { tabsOf } from './ModeTabs.tsx'

/** Where the site writes a sketch's address and picture; see worker/features/pages/first-paint.ts. */
const TILE_MARKS = {
  href: '__HREF__',
  src: '__SRC__',
  srcSet: '__SRCSET__',
  sizes: '__SIZES__',
  alt: '__ALT__',
  fetchPriority: '__PRIORITY__' as 'high',
}

/**
 * The gallery as it is painted first, before its program has arrived: rows of fixed height that wrap, with one tile
 * between two marks, which the site repeats for each sketch.
 */
export function FirstRows() {
  return (
    <div className={pageStyles.page}>
      <GalleryHead title={MODES.recent.title} layout="rows" onLayout={() => undefined} />
      <Tabs label="Galleries" tabs={tabsOf('recent', false)} className={pageStyles.tabs} />
      <ul className={styles.firstRows} aria-label={MODES.recent.title} data-first-rows="">
        <Fragment>__TILE__</Fragment>
        <li className={styles.firstTile}>
          <a href={TILE_MARKS.href}>
            <img
              src={TILE_MARKS.src}
              srcSet={TILE_MARKS.srcSet}
              sizes={TILE_MARKS.sizes}
              alt={TILE_MARKS.alt}
              fetchPriority={TILE_MARKS.fetchPriority}
              className={styles.firstPicture}
              width="100"
              height="101"
            />
          </a>
        </li>
        <Fragment>__TILE__</Fragment>
      </ul>
    </div>
  )
}
