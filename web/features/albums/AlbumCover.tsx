import { Images, type LucideIcon } from 'lucide-react'
import type { SketchCover } from '../../../contract/http/sketches.ts'
import { squarePicture } from '../../../contract/image-sizes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Picture } from '../../ui/Picture.tsx'
import styles from './AlbumCover.module.css'

export type AlbumCoverProps = {
  thumbnail: SketchCover | null
  side: number
  /** Shown while the album has no cover. */
  icon?: LucideIcon
}

/** Square cover of its container's width, at most `side` CSS pixels; decorative, because the title is beside it. */
export function AlbumCover({ thumbnail, side, icon = Images }: AlbumCoverProps) {
  if (!thumbnail) {
    return (
      <span className={styles.cover}>
        <Icon of={icon} size={side < 100 ? 20 : 24} className={styles.emptyIcon} />
      </span>
    )
  }
  return (
    <span className={styles.cover}>
      <Picture
        key={thumbnail.sketchId}
        {...squarePicture(thumbnail.imageUrl, thumbnail.width / thumbnail.height, side)}
        alt=""
        thumbhash={thumbnail.thumbhash}
        width={side}
        height={side}
      />
    </span>
  )
}
