import { EyeOff } from 'lucide-react'
import type { AlbumSketch } from '../../../contract/http/albums.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import type { Box } from '../galleries/row-layout.ts'
import { RowTile } from '../galleries/SketchTile.tsx'
import styles from './AlbumTile.module.css'

export function AlbumTile({ sketch, box, search }: { sketch: AlbumSketch; box: Box; search: string }) {
  if (!sketch.hidden) return <RowTile sketch={sketch} to={`/sketch/${sketch.id}${search}`} box={box} />
  return (
    <Link to={`/sketch/${sketch.id}${search}`} className={styles.covered} style={{ height: box.height }}>
      <MatureCover />
    </Link>
  )
}

/** Replaces a picture that the viewer does not see. */
export function MatureCover() {
  return (
    <span className={styles.cover}>
      <Icon of={EyeOff} />
      Mature
    </span>
  )
}
