import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router'
import * as z from 'zod/mini'
import { idText } from '../../../contract/http/common.ts'
import type { Counts, Measure, MemberStats } from '../../../contract/http/stats.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { CallError } from '../../lib/call.ts'
import { countText, fileSizeText, numberText } from '../../lib/format.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { statsMessages } from '../../lib/messages/stats.ts'
import { useUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { ErrorScreen } from '../../ui/EmptyState.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Page, PageHead } from '../../ui/Page.tsx'
import { RequireLogin } from '../../ui/RequireLogin.tsx'
import { ShareBar } from '../../ui/ShareBar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type Grain, MEASURE_LABELS } from './grains.ts'
import { memberStatsQuery } from './queries.ts'
import { SeriesActions, SeriesSection } from './SeriesSection.tsx'
import styles from './StatsPage.module.css'

const statsParams = z.object({ id: idText })

/** Statistics of a member, for the patron and staff [2 §2]. */
export function StatsPage() {
  const params = statsParams.safeParse(useParams())
  if (!params.success) throw new Response(null, { status: 404 })
  return (
    <RequireLogin title="Statistics" sentence={statsMessages.loginNeeded}>
      <StatsOf key={params.data.id} id={params.data.id} />
    </RequireLogin>
  )
}

function StatsOf({ id }: { id: number }) {
  const user = useUser()
  const isOwn = user?.id === id
  const isRefused = isOwn && !user.flags.includes('p') && !user.gloperator
  const { data, error, refetch } = useQuery({ ...memberStatsQuery(id), enabled: !isRefused })
  const status = error instanceof CallError ? error.status : null
  if (status === 404) return <Navigate to="/" replace />
  if (isRefused || status === 403) return <PatronsOnly isOwn={isOwn} id={id} />
  return (
    <Page title="Statistics" className={styles.page}>
      {data ? (
        <Loaded stats={data} isOwn={isOwn} />
      ) : (
        <>
          <PageHead title="Statistics" />
          {error ? <LoadFailure onRetry={() => void refetch()}>{messageOf(error)}</LoadFailure> : <Loading />}
        </>
      )}
    </Page>
  )
}

function PatronsOnly({ isOwn, id }: { isOwn: boolean; id: number }) {
  return (
    <>
      <title>{`Statistics – ${PRODUCT_NAME}`}</title>
      <ErrorScreen
        title={statsMessages.patronsPage}
        action={
          isOwn ? (
            <ButtonLink to="/store">Become a patron</ButtonLink>
          ) : (
            <ButtonLink to={`/user/${id}`}>Go to the profile</ButtonLink>
          )
        }
      >
        {isOwn ? statsMessages.ownForPatrons : statsMessages.ofAnother}
      </ErrorScreen>
    </>
  )
}

function Loading() {
  return (
    <>
      <Hidden role="status">Loading</Hidden>
      <Skeleton height={104} />
      <Skeleton height={420} />
    </>
  )
}

function Loaded({ stats, isOwn }: { stats: MemberStats; isOwn: boolean }) {
  const [grain, setGrain] = useState<Grain>('days')
  const [isTable, setTable] = useState(false)
  const { sketchCount, fans, ratings, comments } = stats
  const figures = [
    countText(sketchCount, 'sketch', 'sketches'),
    countText(fans, 'fan'),
    countText(ratings, 'like'),
    countText(comments, 'comment'),
  ]
  return (
    <>
      <div className={styles.top}>
        <div>
          <PageHead title={isOwn ? 'Statistics' : `Statistics of ${stats.nickname}`} />
          <p className={styles.lead}>
            {`${new Intl.ListFormat('en-GB').format(figures)} in all. Only ${isOwn ? 'you' : 'the artist'} and staff see this page.`}
          </p>
        </div>
        <SeriesActions stats={stats} grain={grain} isTable={isTable} setTable={setTable} />
      </div>
      <Recent {...stats} />
      <SeriesSection stats={stats} grain={grain} isTable={isTable} setGrain={setGrain} />
      <Storage stats={stats} />
    </>
  )
}

const RECENT: readonly Measure[] = ['hearts', 'views', 'comments', 'ratings', 'fans']

/** Sums of today, the week and the week before. */
function Recent({ today, week, weekBefore }: Record<'today' | 'week' | 'weekBefore', Counts>) {
  return (
    <dl className={styles.figures}>
      {RECENT.map((measure) => (
        <div key={measure} className={styles.figure}>
          <dt>{MEASURE_LABELS[measure]}</dt>
          <dd>
            <b>{numberText(today[measure])}</b> <small>Today</small>
          </dd>
          <dd>
            <b>{numberText(week[measure])}</b> <small>This week</small>
          </dd>
          <dd className={styles.before}>{`${numberText(weekBefore[measure])} the week before`}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Bytes by kind of file [2 §9]. */
function Storage({ stats: { jpgBytes, pngBytes, fileBytes } }: { stats: MemberStats }) {
  const all = jpgBytes + pngBytes + fileBytes
  const kinds = [
    ['Pictures (PNG)', pngBytes],
    ['Pictures (JPEG and other)', jpgBytes],
    ['Other files', fileBytes],
  ] as const
  return (
    <section className={styles.section} aria-labelledby="stats-storage">
      <h2 id="stats-storage">Storage</h2>
      <dl className={styles.storage}>
        {kinds.map(([name, bytes]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fileSizeText(bytes)}</dd>
            <dd>
              <ShareBar value={bytes} max={all} />
            </dd>
          </div>
        ))}
        <div className={styles.sum}>
          <dt>Everything</dt>
          <dd>{fileSizeText(all)}</dd>
        </div>
      </dl>
      <p className={styles.note}>Other files are sketch files, videos, recordings and earlier versions.</p>
    </section>
  )
}
