import { RotateCcw, RotateCw } from 'lucide-react'
import type { Angle, EditReply } from '../../../contract/http/edit-sketch.ts'
import { imageAddress, imageSrcSet } from '../../../contract/image-sizes.ts'
import { shownTitle } from '../../../contract/text.ts'
import { Hidden } from '../../ui/Hidden.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import styles from './EditForm.module.css'

const SIDE = 320

/** The picture, and how it stands: turned by quarters. */
export function TurnField({
  sketch,
  angle,
  onTurn,
}: {
  sketch: EditReply
  angle: Angle
  onTurn: (angle: Angle) => void
}) {
  const turn = (by: 90 | 270) => onTurn(((angle + by) % 360) as Angle)
  const wide = SIDE * Math.max(1, sketch.width / sketch.height)
  return (
    <div>
      <div className={styles.preview}>
        <img
          src={imageAddress(sketch.imageUrl, wide)}
          srcSet={imageSrcSet(sketch.imageUrl, wide)}
          alt={`Preview of ${shownTitle(sketch.words.title)}`}
          style={{ rotate: `${angle - sketch.words.angle}deg` }}
        />
      </div>
      <div className={styles.turns}>
        <IconButton bordered icon={RotateCcw} aria-label="Turn left" onClick={() => turn(270)} />
        <IconButton bordered icon={RotateCw} aria-label="Turn right" onClick={() => turn(90)} />
        <Hidden role="status">{angle === sketch.words.angle ? '' : `Turned to ${angle} degrees`}</Hidden>
      </div>
    </div>
  )
}
