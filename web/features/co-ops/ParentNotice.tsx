import { useQuery } from '@tanstack/react-query'
import { Link } from '../../ui/Link.tsx'
import { sketchThumbQuery } from '../sketches/queries.ts'
import styles from './ParentNotice.module.css'

/** Notice on the upload page: the continued sketch, and a link to post without it. */
export function ParentNotice({ parentId }: { parentId: number }) {
  const { data: parent, error } = useQuery(sketchThumbQuery(parentId))
  if (!parent && !error) return <p className={styles.notice}>Loading</p>
  return (
    <p className={styles.notice}>
      {parent ? (
        <span>
          Your sketch continues <Link to={`/sketch/${parentId}`}>{parent.title}</Link>
          {` by ${parent.nickname}.`}
        </span>
      ) : (
        <span role="alert">That sketch can’t be continued.</span>
      )}{' '}
      <Link to="/upload" replace>
        Post it on its own
      </Link>
    </p>
  )
}
