import { Page } from '../../ui/Page.tsx'
import { Each, slot } from '../../ui/template.tsx'
import userText from '../../ui/UserText.module.css'
import { FirstTiles } from '../galleries/FirstTiles.tsx'
import styles from './AlbumHead.module.css'

/** First-paint markup of an album, see `AlbumPage`. */
export function FirstAlbum() {
  return (
    <Page title={null} gap={24}>
      <header className={styles.head}>
        <div className={styles.text}>
          <h1 className={styles.title}>{slot('title')}</h1>
          <p className={styles.byline}>
            <span className={styles.owner}>{slot('nickname')}</span>
          </p>
          <Each of="about">
            <p className={userText.text}>{slot('text')}</p>
          </Each>
        </div>
      </header>
      <FirstTiles list="sketches" label={slot('title')} />
    </Page>
  )
}
