import { X } from 'lucide-react'
import { coverPicture } from '../../../contract/image-sizes.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import styles from './ChosenSketch.module.css'
import type { DraftSketch } from './message-draft.ts'

const SIDE = 48

/** Sketch that is attached to the text being written. */
export function ChosenSketch({ sketch, onRemove }: { sketch: DraftSketch; onRemove: () => void }) {
  return (
    <p className={styles.chosen}>
      <img {...coverPicture(sketch, { width: SIDE, height: SIDE })} alt="" width={SIDE} height={SIDE} />
      <cite className={styles.work}>{sketch.title}</cite>
      <IconButton icon={X} aria-label={`Remove ${sketch.title}`} onClick={onRemove} />
    </p>
  )
}
