import { useInfiniteQuery } from '@tanstack/react-query'
import { BRUSH_PREVIEW } from '../../../contract/limits.ts'
import { LIST_FAILED } from '../../lib/messages/codes.ts'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { EndInSight } from '../../ui/EndInSight.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { Link } from '../../ui/Link.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './BrushGrid.module.css'
import { brushesQuery } from './queries.ts'

const COMING = Array.from({ length: 8 }, (_, index) => index)
const RATIO = BRUSH_PREVIEW.width / BRUSH_PREVIEW.height

/** The brushes of a category as their strokes, by title; more are read as the end comes near. */
export function BrushGrid({ category, label }: { category: string; label: string }) {
  const query = useInfiniteQuery(brushesQuery(category))
  const { hasNextPage, isFetching, fetchNextPage } = query
  const brushes = query.data?.pages.flatMap(({ items }) => items) ?? []
  if (query.data && brushes.length === 0) return <Empty>No brushes here yet.</Empty>
  return (
    <>
      <ul className={styles.grid} aria-label={label}>
        {brushes.map((brush) => (
          <li key={brush.id}>
            <Link to={`/shared/brush/${brush.id}`} className={styles.card}>
              <img src={brush.thumbnailLarge} alt="" {...BRUSH_PREVIEW} loading="lazy" className={styles.stroke} />
              <span className={styles.title}>{brush.title}</span>
            </Link>
          </li>
        ))}
        {isFetching &&
          COMING.map((index) => (
            <li key={`coming ${index}`} aria-hidden="true">
              <Skeleton ratio={RATIO} className={styles.coming} />
            </li>
          ))}
      </ul>
      {isFetching && <Hidden role="status">Loading</Hidden>}
      {hasNextPage && !isFetching && !query.isError && (
        <EndInSight onSight={() => void fetchNextPage({ cancelRefetch: false })} />
      )}
      {query.isError && (
        <p role="alert" className={styles.failed}>
          {LIST_FAILED}
          <Button onClick={() => void (query.data ? fetchNextPage() : query.refetch())}>Retry</Button>
        </p>
      )}
    </>
  )
}
