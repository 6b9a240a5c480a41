import type { CSSProperties, KeyboardEvent } from 'react'
import type { CompoSketch } from '../../../contract/http/compo-item.ts'
import { SketchPicture } from '../../ui/SketchPicture.tsx'
import { PickMark } from './PickMark.tsx'
import styles from './SetTiles.module.css'

type BallotTileProps = { sketch: CompoSketch; isPicked: boolean; onPick: () => void; onNext: () => void }

/** An uncropped sketch of a set. Enter on the picked one works like Next. */
export function BallotTile({ sketch, isPicked, onPick, onNext }: BallotTileProps) {
  const { width, height, title, alt } = sketch
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !isPicked || event.repeat) return
    event.preventDefault()
    onNext()
  }
  return (
    <button type="button" className={styles.tile} aria-pressed={isPicked} onClick={onPick} onKeyDown={press}>
      <span className={styles.mat}>
        <span
          className={styles.frame}
          style={{ '--ratio': width / height, maxWidth: width, aspectRatio: width / height } as CSSProperties}
        >
          <SketchPicture picture={sketch} alt={alt === title ? '' : alt} />
        </span>
      </span>
      <span className={styles.caption}>
        <i>{title}</i>
        {isPicked && <PickMark />}
      </span>
    </button>
  )
}
