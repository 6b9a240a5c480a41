import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Link } from '../../ui/Link.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import styles from './SketchHead.module.css'

export function SketchHead({ sketch }: { sketch: ShownSketch }) {
  const artist = `/user/${sketch.userId}`
  return (
    <div className={styles.head}>
      <h1 className={styles.title}>{sketch.title}</h1>
      <div className={styles.artist}>
        <Link to={artist} tabIndex={-1} aria-hidden="true">
          <Avatar avatar={sketch.avatar} name={sketch.nickname} size={48} />
        </Link>
        <div>
          <Link to={artist} className={styles.nickname}>
            {sketch.nickname}
          </Link>
          <div>
            <RelativeTime time={sketch.dateCreated} />
          </div>
        </div>
      </div>
    </div>
  )
}
