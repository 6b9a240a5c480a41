import type { ChallengeItem } from '../../../contract/http/challenge-item.ts'
import { Link } from '../../ui/Link.tsx'

/** Notice on the upload page: the challenge that new pictures enter. */
export function ChallengeNotice({ challenge: { id, title } }: { challenge: Pick<ChallengeItem, 'id' | 'title'> }) {
  return (
    <p>
      New pictures enter the challenge <Link to={`/challenge/${id}`}>{title}</Link>. You can change that for each of
      them.
    </p>
  )
}
