import { Images, type LucideIcon } from 'lucide-react'
import type { SketchCover } from '../../../contract/http/sketches.ts'
import { Icon } from '../../ui/Icon.tsx'
import { SketchPicture } from '../../ui/SketchPicture.tsx'
import styles from './AlbumCover.module.css'

export type AlbumCoverProps = {
  thumbnail: SketchCover | null
  /** Smaller cover in a row of text. */
  small?: boolean
  /** Shown while the album has no cover. */
  icon?: LucideIcon
}

/** Square cover of its container's width; decorative, because the title is beside it. */
export function AlbumCover({ thumbnail, small, icon = Images }: AlbumCoverProps) {
  if (!thumbnail) {
    return (
      <span className={styles.cover}>
        <Icon of={icon} size={small ? 20 : 24} className={styles.emptyIcon} />
      </span>
    )
  }
  return (
    <span className={styles.cover}>
      <SketchPicture key={thumbnail.sketchId} picture={thumbnail} alt="" lazy />
    </span>
  )
}
