import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { SketchStats } from '../../../contract/http/sketch-files.ts'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import type { SketchInfo } from '../../../contract/http/sketches.ts'
import { fileSizeText, numberText } from '../../lib/format.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Fact, FactList } from '../../ui/FactList.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { ListEnd } from '../../ui/ListEnd.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { MemberLink } from '../../ui/MemberLink.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { ShareBar } from '../../ui/ShareBar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { sketchHeartsQuery, sketchInfoQuery, sketchStatsQuery } from './queries.ts'
import styles from './SketchFiles.module.css'

/** Facts of the file and of the drawing process, and the givers of hearts; loaded when opened. */
export function Statistics({ sketch }: { sketch: ShownSketch }) {
  const info = useQuery(sketchInfoQuery(sketch.id))
  const stats = useQuery({ ...sketchStatsQuery(sketch.id), enabled: sketch.hasStats })
  const error = info.error ?? stats.error
  if (error) {
    const retry = () => Promise.all([info.refetch(), sketch.hasStats && stats.refetch()])
    return <LoadFailure onRetry={() => void retry()}>{messageOf(error)}</LoadFailure>
  }
  if (!info.data || (sketch.hasStats && !stats.data)) return <Skeleton height={160} />
  return (
    <div className={styles.list}>
      <FactList dense>
        <PictureFacts info={info.data} />
        {stats.data && <DrawingFacts stats={stats.data} />}
      </FactList>
      {stats.data && <CountBars stats={stats.data} />}
      {sketch.hearts > 0 && <Hearts sketchId={sketch.id} />}
    </div>
  )
}

function PictureFacts({ info }: { info: SketchInfo }) {
  return (
    <>
      <Fact name="Type">{info.contentType.replace('image/', '').toUpperCase()}</Fact>
      <Fact name="File">{fileSizeText(info.bytes)}</Fact>
      {info.colours.length > 0 && (
        <Fact name="Colours">
          <span className={styles.colours}>
            {info.colours.map((colour) => (
              <span key={colour} className={styles.colour} style={{ background: colour }} title={colour}>
                <Hidden>{colour}</Hidden>
              </span>
            ))}
          </span>
        </Fact>
      )}
      {info.versions > 0 && <Fact name="Versions">{info.versions + 1}</Fact>}
      {info.videoBytes !== null && <Fact name="Video">{fileSizeText(info.videoBytes)}</Fact>}
      {info.fileBytes !== null && <Fact name="Sketch file">{fileSizeText(info.fileBytes)}</Fact>}
    </>
  )
}

function DrawingFacts({ stats }: { stats: SketchStats }) {
  return (
    <>
      {stats.appVersion && <Fact name="App">{stats.appVersion}</Fact>}
      {stats.template && <Fact name="Template">{stats.template}</Fact>}
      {stats.snapshots > 0 && <Fact name="Snapshots">{numberText(stats.snapshots)}</Fact>}
      {stats.brushes.length > 0 && <Fact name="Brushes">{stats.brushes.join(', ')}</Fact>}
      {stats.images > 0 && <Fact name="Images">{numberText(stats.images)}</Fact>}
      {stats.uuids.length > 0 && <Fact name="Made from">{stats.uuids.join(', ')}</Fact>}
      {stats.tokens
        .filter((fact) => !isCount(fact))
        .map(({ token, value }) => (
          <Fact key={token} name={token}>
            {value.toLocaleString('en-GB')}
          </Fact>
        ))}
    </>
  )
}

type Token = SketchStats['tokens'][number]
type CountToken = Token & { value: number }

/** Sizes of the picture in OpenRaster files, which are not numbers of anything. */
const SIZES = new Set(['width', 'height'])

const isCount = (fact: Token): fact is CountToken => typeof fact.value === 'number' && !SIZES.has(fact.token)

/** The numbers of a drawing, such as its strokes, as bars on a common scale. */
function CountBars({ stats }: { stats: SketchStats }) {
  const counts = stats.tokens.filter(isCount).sort((a, b) => b.value - a.value)
  const max = counts[0]?.value ?? 0
  if (counts.length === 0) return null
  return (
    <dl className={styles.bars}>
      {counts.map(({ token, value }) => (
        <div key={token}>
          <dt>{token}</dt>
          <dd>{numberText(value)}</dd>
          <dd className={styles.bar}>
            <ShareBar value={value} max={max} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Hearts({ sketchId }: { sketchId: number }) {
  const query = useInfiniteQuery(sketchHeartsQuery(sketchId))
  const { data, error, hasNextPage } = query
  if (error && !data) return <p className={styles.failed}>{messageOf(error)}</p>
  const hearts = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <section>
      <h3>Hearts from</h3>
      {data && hearts.length === 0 && !hasNextPage && <p>No hearts to show.</p>}
      <ul>
        {hearts.map(({ userId, nickname, avatar, date }) => (
          <li key={userId} className={styles.person}>
            <Avatar avatar={avatar} name={nickname} size={24} />
            <MemberLink id={userId} nickname={nickname} className={styles.nickname} />
            <RelativeTime time={date} />
          </li>
        ))}
      </ul>
      <ListEnd query={query} button="Show more" failure={messageOf(error)} />
    </section>
  )
}
