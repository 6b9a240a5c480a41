import { Pencil } from 'lucide-react'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { FanButton } from '../users/FanButton.tsx'
import styles from './SketchHead.module.css'

/** Title and artist, with a fan button; the artist edits their own sketch from there. */
export function SketchHead({ sketch }: { sketch: ShownSketch }) {
  const artist = `/user/${sketch.userId}`
  return (
    <div className={styles.head}>
      <h1 className={styles.title}>{sketch.title}</h1>
      <div className={styles.artist}>
        <Link to={artist} tabIndex={-1} aria-hidden="true">
          <Avatar avatar={sketch.avatar} name={sketch.nickname} size={48} />
        </Link>
        <div className={styles.byline}>
          <Link to={artist} className={styles.nickname}>
            {sketch.nickname}
          </Link>
          <div>
            <RelativeTime time={sketch.dateCreated} />
          </div>
        </div>
        {sketch.userCanEdit ? (
          <ButtonLink to={`/sketch/${sketch.id}/edit`} icon={Pencil}>
            Edit
          </ButtonLink>
        ) : (
          <FanButton artist={{ id: sketch.userId, nickname: sketch.nickname }} isFan={sketch.isFanOf} />
        )}
      </div>
    </div>
  )
}
