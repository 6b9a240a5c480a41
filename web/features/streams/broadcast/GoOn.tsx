import { useState } from 'react'
import type { ShownStream } from '../../../../contract/http/streams.ts'
import { streamMessages } from '../../../lib/messages/streams.ts'
import { Button } from '../../../ui/Button.tsx'
import { BeginButton } from './BeginButton.tsx'
import styles from './Sheet.module.css'
import { StopDialog } from './StopDialog.tsx'
import type { Studio } from './studio.ts'
import { ToShow } from './ToShow.tsx'

type GoOnProps = { studio: Studio; stream: ShownStream; onGoOn: () => void; onStopped: () => void }

/** One's own stream that is live while nothing is sent from here: after a reload, or on another device. */
export function GoOn({ studio, stream, onGoOn, onStopped }: GoOnProps) {
  const [isStopping, setStopping] = useState(false)
  return (
    <div className={styles.columns}>
      <ToShow studio={studio} />
      <div className={styles.form}>
        <h2>{stream.title}</h2>
        <p role="status">{streamMessages.goesOn}</p>
        <div className={styles.buttons}>
          <BeginButton studio={studio} onClick={onGoOn}>
            Go on
          </BeginButton>
          <Button onClick={() => setStopping(true)}>Stop</Button>
        </div>
      </div>
      {isStopping && <StopDialog stream={stream} onClose={() => setStopping(false)} onStopped={onStopped} />}
    </div>
  )
}
