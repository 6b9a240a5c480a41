import { ImagePlus } from 'lucide-react'
import type { CSSProperties } from 'react'
import { challengeMessages } from '../../lib/messages/challenges.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import styles from './UploadTile.module.css'

type UploadTileProps = { challengeId: number; className?: string | undefined; style?: CSSProperties }

/** Leads to the upload page, where new pictures enter a challenge. */
export function UploadTile({ challengeId, className, style }: UploadTileProps) {
  return (
    <Link to={`/upload?challenge=${challengeId}`} className={classes(styles.tile, className)} style={style}>
      <Icon of={ImagePlus} size={24} />
      {challengeMessages.uploadNew}
    </Link>
  )
}
