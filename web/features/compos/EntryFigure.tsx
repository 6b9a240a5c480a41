import type { CSSProperties } from 'react'
import { placeLabel } from '../../../contract/compo-places.ts'
import type { CompoEntry } from '../../../contract/http/compos.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'
import { exposureText } from '../../lib/messages/compos.ts'
import { classes } from '../../ui/classes.ts'
import { Link } from '../../ui/Link.tsx'
import { MemberLink } from '../../ui/MemberLink.tsx'
import { SketchPicture } from '../../ui/SketchPicture.tsx'
import { MatureCover } from '../albums/AlbumTile.tsx'
import { tileClass } from '../galleries/SketchTile.tsx'
import styles from './Results.module.css'
import { ratioOf } from './sections.ts'

type EntryFigureProps = {
  entry: CompoEntry
  size: 'wall' | 'large' | 'small'
  /** Name of the list in addresses of sketches. */
  list: string
}

/** An entry with its place, artist, and how often it was shown and picked. One without a sketch keeps its place. */
export function EntryFigure({ entry, size, list }: EntryFigureProps) {
  const { sketch, artist, place, disqualified, seen, picks } = entry
  const label = disqualified ? 'Disqualified' : placeLabel(place)
  return (
    <li className={styles.entry} style={{ '--ratio': ratioOf(sketch) } as CSSProperties}>
      <figure>
        <EntryPicture entry={entry} list={list} />
        <figcaption className={styles.label}>
          {label && size !== 'small' && <b className={styles.place}>{size === 'wall' ? `${label} place` : label}</b>}
          {sketch && <i className={styles.title}>{sketch.title}</i>}
          {artist && <MemberLink id={artist.id} nickname={artist.nickname} className={styles.artist} />}
          {seen !== null && picks !== null && <span className={styles.exposure}>{exposureText(seen, picks)}</span>}
        </figcaption>
      </figure>
    </li>
  )
}

function EntryPicture({ entry: { sketch, missing }, list }: Omit<EntryFigureProps, 'size'>) {
  if (sketch) {
    return (
      <Link to={sketchAddress(sketch.id, list)} className={classes(tileClass, styles.picture)}>
        <SketchPicture picture={sketch} alt={sketch.alt} lazy />
      </Link>
    )
  }
  return (
    <div className={styles.picture}>
      {missing === 'mature' ? (
        <MatureCover />
      ) : (
        <span className={styles.missing}>{missing === 'hidden' ? 'Hidden sketch' : 'Deleted sketch'}</span>
      )}
    </div>
  )
}
