import { Each, slot } from '../../ui/template.tsx'
import coverStyles from './AlbumCover.module.css'
import styles from './CoverCard.module.css'

/** First-paint markup of cards with covers, see `CoverCard`. */
export function FirstCards({ list, label, factLines = 1 }: { list: string; label: string; factLines?: 1 | 2 }) {
  return (
    <ul className={styles.list} aria-label={label}>
      <Each of={list}>
        <li>
          <a href={slot('href')} className={styles.card}>
            <span className={coverStyles.cover}>
              <Each of="picture">
                <img
                  src={slot('src')}
                  srcSet={slot('srcSet')}
                  sizes={slot('sizes')}
                  alt=""
                  fetchPriority={slot('priority') as 'high'}
                  className={styles.firstCover}
                />
              </Each>
            </span>
            <span className={styles.title}>{slot('title')}</span>
            <span className={styles.facts}>
              {'\u00a0'}
              {factLines === 2 && (
                <>
                  <br />
                  {'\u00a0'}
                </>
              )}
            </span>
          </a>
        </li>
      </Each>
    </ul>
  )
}
