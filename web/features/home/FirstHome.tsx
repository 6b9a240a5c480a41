import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { FirstTile } from '../gallery/FirstTile.tsx'
import galleryStyles from '../gallery/Gallery.module.css'
import { HomeLead } from './HomeLead.tsx'
import styles from './HomePage.module.css'
import stripStyles from './Strip.module.css'
import { STRIPS } from './strips.ts'

/** The home page as a visitor sees it first, before its program has arrived. */
export function FirstHome() {
  return (
    <div className={styles.page}>
      <HomeLead stats={undefined} />
      {STRIPS.filter(({ name }) => name === 'featured' || name === 'recent').map(({ name, title, list }) => (
        <section key={name} className={stripStyles.strip}>
          <SectionTitle more={{ to: `/gallery/${list}` }}>{title}</SectionTitle>
          <ul className={galleryStyles.firstRows} aria-label={title} data-first-rows="strip">
            <FirstTile list={name === 'featured' ? 'FEATURED' : 'RECENT'} />
          </ul>
        </section>
      ))}
    </div>
  )
}
