import { Each, slot } from '../../ui/template.tsx'
import headStyles from './SketchHead.module.css'
import pageStyles from './SketchPage.module.css'
import styles from './SketchStage.module.css'

/** First-paint markup of a sketch's page, see `SketchPage`: its picture, title and artist. */
export function FirstSketch() {
  return (
    <article className={pageStyles.sketch}>
      <div className={styles.wrapper}>
        <div className={styles.stage} data-shape={slot('shape')}>
          <Each of="picture">
            <div className={styles.frame} data-first-frame="">
              <img
                src={slot('src')}
                srcSet={slot('srcSet')}
                sizes={slot('sizes')}
                alt={slot('alt')}
                width={slot('width')}
                height={slot('height')}
                className={styles.firstPicture}
                fetchPriority="high"
              />
            </div>
          </Each>
        </div>
        <div className={styles.toolbar} />
      </div>
      <div className={pageStyles.sidebar}>
        <div className={headStyles.head}>
          <h1 className={headStyles.title}>{slot('title')}</h1>
        </div>
      </div>
    </article>
  )
}
