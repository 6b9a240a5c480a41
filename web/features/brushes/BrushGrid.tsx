import { useInfiniteQuery } from '@tanstack/react-query'
import { BRUSH_PREVIEW } from '../../../contract/limits.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Link } from '../../ui/Link.tsx'
import { ListEnd } from '../../ui/ListEnd.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './BrushGrid.module.css'
import { brushesQuery } from './queries.ts'

const PLACEHOLDERS = Array.from({ length: 8 }, (_, index) => index)
const RATIO = BRUSH_PREVIEW.width / BRUSH_PREVIEW.height

/** Paged list of the brushes of a category, by title, each with its stroke. */
export function BrushGrid({ category, label }: { category: string; label: string }) {
  const query = useInfiniteQuery(brushesQuery(category))
  const brushes = itemsOf(query.data)
  if (query.data && brushes.length === 0) return <EmptyState>No brushes here yet.</EmptyState>
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
        {query.isFetching &&
          PLACEHOLDERS.map((index) => (
            <li key={`placeholder ${index}`} aria-hidden="true">
              <Skeleton ratio={RATIO} className={styles.placeholder} />
            </li>
          ))}
      </ul>
      <ListEnd query={query} />
    </>
  )
}
