import { BOARD_SCROLL_MINUTES, BOARD_SLICES_MAX } from '../../../contract/limits.ts'
import { Modal } from '../../ui/Modal.tsx'
import styles from './Whiteboard.module.css'

export function Instructions({ onClose }: { onClose: () => void }) {
  return (
    <Modal isOpen onClose={onClose} title="Instructions">
      <ul className={styles.words}>
        <li>The pen draws lines, the pixel brush fills the blocks of a grid. Inset leaves space between blocks.</li>
        <li>The eyedropper takes up a colour from the board.</li>
        <li>
          Two fingers zoom and turn the board, and a tap of three sets it straight. With a mouse, turn the wheel to
          zoom, hold Shift to turn the board, and drag with the middle button to move it.
        </li>
        <li>
          Keys: P and X change the brush, [ and ] its size, I picks a colour, = and - zoom, comma and full stop turn the
          board, the arrows move it, 0 sets it straight, W asks who drew.
        </li>
        <li>Ask who drew at a place, or look at all artists of the day; you need not see the marks of each of them.</li>
        <li>{`After ${BOARD_SCROLL_MINUTES} minutes of drawing the board moves on, and what leaves it at the left goes to the history, which keeps the last ${BOARD_SLICES_MAX} slices.`}</li>
        <li>What you draw while the connection is lost is kept, and sent when it is back.</li>
      </ul>
    </Modal>
  )
}
