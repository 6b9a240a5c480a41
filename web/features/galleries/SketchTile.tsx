import { EyeOff, Heart } from 'lucide-react'
import type { SketchThumb } from '../../../contract/http/sketch-page.ts'
import type { SketchItem } from '../../../contract/http/sketches.ts'
import { justifiedPicture, squarePicture } from '../../../contract/image-sizes.ts'
import { numberText } from '../../lib/format.ts'
import { ArtTag } from '../../ui/ArtTag.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { Picture } from '../../ui/Picture.tsx'
import type { Box } from './row-layout.ts'
import styles from './SketchTile.module.css'

/** Tile of a justified row; title and hearts appear on hover and focus. */
export function RowTile({ sketch, to, box }: { sketch: SketchThumb; to: string; box: Box }) {
  return (
    <Link to={to} className={styles.tile} style={{ height: box.height }}>
      <Picture
        {...justifiedPicture(sketch.imageUrl, sketch.width / sketch.height)}
        alt={sketch.alt}
        thumbhash={sketch.thumbhash}
        width={box.width}
        height={box.height}
      />
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
        <Picture
          {...squarePicture(sketch.imageUrl, sketch.width / sketch.height, side)}
          alt={sketch.alt}
          thumbhash={sketch.thumbhash}
          width={side}
          height={side}
        />
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
