import { BOARD_SCROLL_MINUTES, BOARD_SLICES_MAX } from '../../../contract/limits.ts'
import { Modal } from '../../ui/Modal.tsx'
import styles from './Whiteboard.module.css'

export function Instructions({ onClose }: { onClose: () => void }) {
  return (
    <Modal isOpen onClose={onClose} title="Instructions">
      <ul className={styles.text}>
        <li>The pen draws lines. The pixel brush fills squares of a grid; Inset leaves a gap between them.</li>
        <li>The eyedropper picks a colour from the board.</li>
        <li>
          Pinch with two fingers to zoom and turn the board; a three-finger tap resets the rotation. With a mouse, use
          the wheel to zoom, hold Shift to turn, and drag with the middle button to move.
        </li>
        <li>
          Keys: P and X change the brush, [ and ] its size, I picks a colour, = and - zoom, comma and full stop turn the
          board, the arrows move it, 0 resets the rotation, W shows who drew.
        </li>
        <li>
          Press “Who drew this?” to see who drew in a place, or open Artists to see everyone who drew today and hide
          their marks.
        </li>
        <li>{`After ${BOARD_SCROLL_MINUTES} minutes of drawing, the board moves on. The part that leaves on the left goes to the history, which keeps the last ${BOARD_SLICES_MAX} parts.`}</li>
        <li>If you lose connection, your drawing is kept and sent when you’re back online.</li>
      </ul>
    </Modal>
  )
}
