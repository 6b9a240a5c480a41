import { Pencil } from 'lucide-react'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import type { SketchItem } from '../../../contract/http/sketches.ts'
import { countText } from '../../lib/format.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { GlopsHint } from '../hearts/GlopsHint.tsx'
import { FanButton } from '../users/FanButton.tsx'
import styles from './SketchHead.module.css'

type SketchHeadProps = {
  item: SketchItem
  /** Undefined while it loads. */
  sketch: ShownSketch | undefined
}

/** Title and artist, with a fan button; the artist edits their own sketch from there. */
export function SketchHead({ item, sketch }: SketchHeadProps) {
  const artist = `/user/${item.userId}`
  return (
    <div className={styles.head}>
      <h1 className={styles.title}>{item.title}</h1>
      <div className={styles.artist}>
        <Link to={artist} tabIndex={-1} aria-hidden="true">
          <Avatar avatar={item.avatar} name={item.nickname} size={48} />
        </Link>
        <div className={styles.byline}>
          <Link to={artist} className={styles.nickname}>
            {item.nickname}
          </Link>
          <div className={styles.facts}>
            <RelativeTime time={item.dateCreated} />
            {sketch && (
              <>
                {' \u00b7 '}
                <span className={styles.glops}>
                  {countText(sketch.creatorGlops, 'glop')} <GlopsHint className={styles.hint} />
                </span>
              </>
            )}
          </div>
        </div>
        {sketch?.userCanEdit && (
          <ButtonLink to={`/sketch/${sketch.id}/edit`} icon={Pencil}>
            Edit
          </ButtonLink>
        )}
        {sketch && !sketch.userCanEdit && (
          <FanButton artist={{ id: sketch.userId, nickname: sketch.nickname }} isFan={sketch.isFanOf} />
        )}
      </div>
    </div>
  )
}
