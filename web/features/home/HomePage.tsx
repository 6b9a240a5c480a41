import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { Motd } from '../../../contract/http/home.ts'
import { useUser } from '../../lib/session.ts'
import { Hidden } from '../../ui/Hidden.tsx'
import { Link } from '../../ui/Link.tsx'
import { Page, WithSideColumn } from '../../ui/Page.tsx'
import { HomeLead } from './HomeLead.tsx'
import styles from './HomePage.module.css'
import { HomeSide } from './HomeSide.tsx'
import { homeQuery } from './queries.ts'
import { Strip } from './Strip.tsx'
import { visibleStrips } from './strips.ts'
import { Unread } from './Unread.tsx'

/** Prefetches the page's data while its code loads. */
export function loadHome(client: QueryClient): null {
  void client.prefetchQuery(homeQuery)
  return null
}

/** Home page [1 §2]: unread counts, strips of sketches and a side column. */
export function HomePage() {
  const user = useUser()
  const { data: home } = useQuery({ ...homeQuery, throwOnError: (_, { state }) => state.data === undefined })
  const strips = visibleStrips(home).map(({ name, title, list }) => (
    <Strip key={name} title={title} to={`/gallery/${list}`} list={list} sketches={home?.[name]} />
  ))
  return (
    <Page gap={32}>
      {user === null ? <HomeLead stats={home?.stats} /> : <HiddenHeading />}
      {user && <Unread unread={home?.unread} />}
      {home?.motd && <MessageOfTheDay {...home.motd} />}
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

function MessageOfTheDay({ text, link }: Motd) {
  return (
    <p className={styles.motd}>
      {text} {link && <Link to={link}>Read more</Link>}
    </p>
  )
}
