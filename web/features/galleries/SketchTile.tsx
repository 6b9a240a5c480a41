import { EyeOff, Heart, Link2, Trophy } from 'lucide-react'
import { placeLabel } from '../../../contract/compo-places.ts'
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

/** Class of a link around a picture: its ground, and crop marks on hover and focus. */
export const tileClass = styles.tile

type TileSketch = Omit<SketchThumb, 'id' | 'nickname' | 'hearts'> & {
  /** Left out where they are hidden. */
  hearts?: number
  compoPlace?: number | null
  unlisted?: boolean
}

/** Tile of a justified row; title and hearts appear on hover and focus. */
export function RowTile({ sketch, to, box }: { sketch: TileSketch; to: string; box: Box }) {
  return (
    <Link to={to} className={styles.tile} style={{ height: box.height }}>
      <SketchPicture picture={sketch} alt={sketch.alt} box={box} />
      <Marks sketch={sketch} />
      <span className={styles.caption} aria-hidden="true">
        <i className={styles.title}>{sketch.title}</i>
        {sketch.hearts !== undefined && (
          <span className={styles.hearts}>
            <Icon of={Heart} size={16} />
            {numberText(sketch.hearts)}
          </span>
        )}
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
        <Marks sketch={sketch} />
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

/**
 * Tags on a picture: its place in a compo, and that it is mature or unlisted. Lists show unlisted sketches to their
 * artist.
 */
function Marks({ sketch: { compoPlace, mature, unlisted } }: { sketch: TileSketch }) {
  const place = placeLabel(compoPlace ?? 0)
  if (!mature && !unlisted && !place) return null
  return (
    <span className={styles.marks}>
      {place && (
        <ArtTag icon={Trophy}>
          <Hidden>Place in a compo: </Hidden>
          {place}
        </ArtTag>
      )}
      {mature && <ArtTag icon={EyeOff}>Mature</ArtTag>}
      {unlisted && <ArtTag icon={Link2}>Unlisted</ArtTag>}
    </span>
  )
}
