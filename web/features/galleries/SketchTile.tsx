import { EyeOff, Heart } from 'lucide-react'
import type { SketchThumb } from '../../../contract/http/sketch-page.ts'
import type { SketchItem } from '../../../contract/http/sketches.ts'
import { numberText } from '../../lib/format.ts'
import { ArtTag } from '../../ui/ArtTag.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { SketchPicture } from '../../ui/SketchPicture.tsx'
import type { Box } from './row-layout.ts'
import styles from './SketchTile.module.css'

/** Tile of a justified row; title and hearts appear on hover and focus. */
export function RowTile({ sketch, to, box }: { sketch: SketchThumb; to: string; box: Box }) {
  return (
    <Link to={to} className={styles.tile} style={{ height: box.height }}>
      <SketchPicture picture={sketch} alt={sketch.alt} box={box} />
      <MatureMark sketch={sketch} />
      <span className={styles.caption} aria-hidden="true">
        <i className={styles.title}>{sketch.title}</i>
        <span className={styles.hearts}>
          <Icon of={Heart} size={16} />
          {numberText(sketch.hearts)}
        </span>
      </span>
    </Link>
  )
}

/** Square tile of the grid, with title, artist and hearts below. */
export function GridTile({ sketch, to, side }: { sketch: SketchItem; to: string; side: number }) {
  return (
    <div>
      <Link to={to} className={styles.tile} style={{ height: side }}>
        <SketchPicture picture={sketch} alt={sketch.alt} box={{ width: side, height: side }} />
        <MatureMark sketch={sketch} />
      </Link>
      <div className={styles.details}>
        <i className={styles.title}>{sketch.title}</i>
        <span className={styles.facts}>
          <Link to={`/user/${sketch.userId}`} className={styles.artist}>
            {sketch.nickname}
          </Link>
          <span className={styles.hearts}>
            <Icon of={Heart} size={16} />
            <Hidden>Hearts: </Hidden>
            {numberText(sketch.hearts)}
          </span>
        </span>
      </div>
    </div>
  )
}

function MatureMark({ sketch }: { sketch: SketchThumb }) {
  if (!sketch.mature) return null
  return (
    <span className={styles.marks}>
      <ArtTag icon={EyeOff}>Mature</ArtTag>
    </span>
  )
}
