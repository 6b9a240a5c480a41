import { useQuery } from '@tanstack/react-query'
import { Link } from '../../ui/Link.tsx'
import { sketchQuery } from '../sketches/queries.ts'
import styles from './ParentNotice.module.css'

/** Notice on the upload page: the continued sketch, and a link to post without it. */
export function ParentNotice({ parentId }: { parentId: number }) {
  const { data: parent, error } = useQuery(sketchQuery(parentId))
  const visible = parent && !parent.hidden ? parent : null
  if (!parent && !error) return <p className={styles.notice}>Loading</p>
  return (
    <p className={styles.notice}>
      {visible ? (
        <span>
          Your sketch continues <Link to={`/sketch/${parentId}`}>{visible.title}</Link>
          {` by ${visible.nickname}.`}
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
