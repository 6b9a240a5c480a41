import { Page, WithSideColumn } from '../../ui/Page.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { FirstTile } from '../galleries/FirstRows.tsx'
import galleryStyles from '../galleries/Gallery.module.css'
import { HomeLead } from './HomeLead.tsx'
import stripStyles from './Strip.module.css'
import { STRIPS } from './strips.ts'

/** First-paint markup of the home page, before the application; the side column stays empty. */
export function FirstHome() {
  return (
    <Page gap={32}>
      <HomeLead stats={undefined} />
      <FirstStrip name="featured" />
      <WithSideColumn>
        <FirstStrip name="recent" />
      </WithSideColumn>
    </Page>
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
