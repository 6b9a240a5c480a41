import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useUser } from '../../lib/session.ts'
import { Hidden } from '../../ui/Hidden.tsx'
import { Page, WithSideColumn } from '../../ui/Page.tsx'
import { HomeLead } from './HomeLead.tsx'
import styles from './HomePage.module.css'
import { HomeSide } from './HomeSide.tsx'
import { Lead } from './Lead.tsx'
import { homeQuery } from './queries.ts'
import { Strip } from './Strip.tsx'
import { visibleStrips } from './strips.ts'

/** Prefetches the page's data while its code loads. */
export function loadHome(client: QueryClient): null {
  void client.prefetchQuery(homeQuery)
  return null
}

/** Home page [1 §2]: its lead, strips of sketches and a side column. */
export function HomePage() {
  const user = useUser()
  const { data: home } = useQuery({ ...homeQuery, throwOnError: (_, { state }) => state.data === undefined })
  const strips = visibleStrips(home).map(({ name, title, list }) => (
    <Strip key={name} title={title} to={`/gallery/${list}`} list={list} sketches={home?.[name]} />
  ))
  return (
    <Page gap={32}>
      {user === null ? <HomeLead stats={home?.stats} /> : <HiddenHeading />}
      <Lead home={home} isMember={Boolean(user)} />
      {strips.filter(({ key }) => key === 'featured')}
      <WithSideColumn side={home && <HomeSide {...home} isMember={Boolean(user)} />}>
        {strips.filter(({ key }) => key !== 'featured')}
      </WithSideColumn>
    </Page>
  )
}

/** Hidden heading for members, who know the page. */
function HiddenHeading() {
  return (
    <h1 className={styles.heading}>
      <Hidden>Home</Hidden>
    </h1>
  )
}
