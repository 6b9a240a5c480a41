import { useQuery } from '@tanstack/react-query'
import { DESK_COUNT_MAX } from '../../../contract/limits.ts'
import { Badge } from '../../ui/Badge.tsx'
import { deskCountsQuery } from './queries.ts'

/** The number of open items at the moderation desk. */
export function DeskBadge() {
  const { data } = useQuery(deskCountsQuery)
  if (!data) return null
  const counts = Object.values(data)
  return (
    <Badge
      count={counts.reduce((sum, count) => sum + count, 0)}
      isCapped={counts.some((count) => count >= DESK_COUNT_MAX)}
      label="waiting"
    />
  )
}
