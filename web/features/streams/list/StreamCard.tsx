import type { ReactNode } from 'react'
import type { StreamItem } from '../../../../contract/http/stream-item.ts'
import { ArtTag } from '../../../ui/ArtTag.tsx'
import { classes } from '../../../ui/classes.ts'
import { Link } from '../../../ui/Link.tsx'
import styles from './StreamCards.module.css'
import { StreamPreview } from './StreamPreview.tsx'

type StreamCardProps = {
  stream: StreamItem
  /** Label on the picture: "Live", or the duration. */
  tag: string
  facts: ReactNode
}

export function StreamCard({
  stream: { id, title, preview, userId, userNickname, mature },
  tag,
  facts,
}: StreamCardProps) {
  return (
    <li className={styles.card}>
      <Link to={`/stream/${id}`}>
        <span className={classes(styles.picture, mature && styles.hidden)}>
          <StreamPreview src={preview} width={480} height={270} />
          <span className={styles.tags}>
            <ArtTag>{tag}</ArtTag>
            {mature && <ArtTag>Mature</ArtTag>}
          </span>
        </span>
        <span className={styles.title}>{title}</span>
      </Link>
      <p className={styles.facts}>
        <Link to={`/user/${userId}`}>{userNickname}</Link>, {facts}
      </p>
    </li>
  )
}
