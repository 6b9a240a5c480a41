import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../ui/Badge.tsx'
import { deskCountsQuery } from './queries.ts'

/** The number of things that wait at the moderation desk. */
export function DeskBadge() {
  const { data } = useQuery(deskCountsQuery)
  return data && <Badge count={data.cases + data.appeals + data.bans} label="waiting" />
}
