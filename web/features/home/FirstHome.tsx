import { Page, WithSideColumn } from '../../ui/Page.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { Each } from '../../ui/template.tsx'
import { FirstTiles } from '../galleries/FirstTiles.tsx'
import { FirstLead } from './FirstLead.tsx'
import { HomeLead } from './HomeLead.tsx'
import stripStyles from './Strip.module.css'
import { STRIPS } from './strips.ts'

/** First-paint markup of the home page, see `HomePage`; the side column stays empty. */
export function FirstHome() {
  return (
    <Page gap={32} title={null}>
      <Each of="visitor">
        <HomeLead stats={undefined} />
      </Each>
      <FirstLead />
      <FirstStrip name="featured" />
      <WithSideColumn>
        <FirstStrip name="recent" />
      </WithSideColumn>
    </Page>
  )
}

function FirstStrip({ name }: { name: 'featured' | 'recent' }) {
  const strip = STRIPS.find((strip) => strip.name === name)
  if (!strip) return null
  const { title, list } = strip
  return (
    <section className={stripStyles.strip}>
      <SectionTitle more={{ to: `/gallery/${list}` }}>{title}</SectionTitle>
      <FirstTiles list={name} label={title} strip />
    </section>
  )
}
