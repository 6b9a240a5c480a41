import { useState } from 'react'
import { BOARD_SCROLL_MINUTES, BOARD_SLICES_MAX } from '../../../contract/limits.ts'
import { NO_UNDO } from '../../lib/messages/whiteboard.ts'
import { Link } from '../../ui/Link.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import type { InputDevice } from './drawing/useInputDevice.ts'
import styles from './Whiteboard.module.css'

const DEVICES = [
  { value: 'mouse', label: 'Mouse and keys' },
  { value: 'touch', label: 'Touch' },
  { value: 'pen', label: 'Pen' },
] as const

const CONTROLS: Record<InputDevice, readonly string[]> = {
  mouse: [
    'The wheel zooms. With Shift, it turns the board. Hold Space or the middle button and drag to move the board.',
    'P and X change the brush, [ and ] its size, I picks a colour, W shows who drew.',
    '= and - zoom, comma and full stop turn the board, the arrows move it, 0 resets the rotation.',
  ],
  touch: ['One finger draws. Two fingers zoom, turn and move the board. A three-finger tap resets the rotation.'],
  pen: [
    'The pen draws, thicker when you press harder. Turn “Pen pressure” off for even lines.',
    'After you use a pen, fingers don’t draw: two of them zoom, turn and move the board, and a three-finger tap resets the rotation.',
  ],
}

/** Explains the board. Its controls are listed for the device in use, or another that is chosen. */
export function Instructions({ device, onClose }: { device: InputDevice; onClose: () => void }) {
  const [shown, setShown] = useState(device)
  return (
    <Modal isOpen onClose={onClose} title="Instructions">
      <Segmented label="Device" options={DEVICES} value={shown} onChange={setShown} />
      <ul className={styles.text} aria-label="Controls">
        {CONTROLS[shown].map((control) => (
          <li key={control}>{control}</li>
        ))}
      </ul>
      <ul className={styles.text}>
        <li>The pen draws lines. The pixel brush fills squares of a grid; Inset leaves a gap between them.</li>
        <li>The eyedropper picks a colour from the board.</li>
        <li>
          Press “Who drew this?” to see who drew in a place, or open Artists to see everyone who drew today and hide
          their marks.
        </li>
        <li>{`${NO_UNDO} After ${BOARD_SCROLL_MINUTES} minutes of drawing, the board moves on. The part that leaves on the left goes to the history, which keeps the last ${BOARD_SLICES_MAX} parts.`}</li>
        <li>If you lose connection, your drawing is kept and sent when you’re back online.</li>
        <li>
          <p>
            The <Link to="/guidelines">community guidelines</Link> apply here too.
          </p>
        </li>
      </ul>
    </Modal>
  )
}
