import { ImagePlus } from 'lucide-react'
import type { CSSProperties } from 'react'
import { entryMessages } from '../../lib/messages/entries.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import styles from './UploadTile.module.css'

type UploadTileProps = { to: string; className?: string | undefined; style?: CSSProperties }

/** Leads to the upload page. */
export function UploadTile({ to, className, style }: UploadTileProps) {
  return (
    <Link to={to} className={classes(styles.tile, className)} style={style}>
      <Label />
    </Link>
  )
}

/** First-paint markup of the tile before the tiles of a list, see `FirstTiles`. */
export function FirstUploadTile({ href }: { href: string }) {
  return (
    <li className="firstTile">
      <a href={href} className={classes(styles.tile, styles.first)}>
        <Label />
      </a>
    </li>
  )
}

function Label() {
  return (
    <>
      <Icon of={ImagePlus} size={24} />
      {entryMessages.uploadNew}
    </>
  )
}
