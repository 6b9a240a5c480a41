import styles from './Gallery.module.css'

/** Where the site writes a sketch's address and picture; see worker/features/pages/first-paint.ts. */
const TILE_MARKS = {
  href: '__HREF__',
  src: '__SRC__',
  srcSet: '__SRCSET__',
  sizes: '__SIZES__',
  alt: '__ALT__',
  fetchPriority: '__PRIORITY__' as 'high',
  loading: '__LOADING__' as 'lazy',
}

/** A tile as it is painted first, between two marks: the site repeats it for each sketch of the list of that name. */
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
