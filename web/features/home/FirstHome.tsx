import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { FirstTile } from '../galleries/FirstTile.tsx'
import galleryStyles from '../galleries/Gallery.module.css'
import { HomeLead } from './HomeLead.tsx'
import styles from './HomePage.module.css'
import stripStyles from './Strip.module.css'
import { STRIPS } from './strips.ts'

/** The home page as a visitor sees it first, before its program has arrived; the column beside the strips stays empty. */
export function FirstHome() {
  return (
    <div className={styles.page}>
      <HomeLead stats={undefined} />
      <FirstStrip name="featured" />
      <div className={styles.split}>
        <div>
          <FirstStrip name="recent" />
        </div>
      </div>
    </div>
  )
}

function FirstStrip({ name }: { name: 'featured' | 'recent' }) {
  const strip = STRIPS.find((one) => one.name === name)
  if (!strip) return null
  const { title, list } = strip
  return (
    <section className={stripStyles.strip}>
      <SectionTitle more={{ to: `/gallery/${list}` }}>{title}</SectionTitle>
      <ul className={galleryStyles.firstRows} aria-label={title} data-first-rows="strip">
        <FirstTile list={name === 'featured' ? 'FEATURED' : 'RECENT'} />
      </ul>
    </section>
  )
}
