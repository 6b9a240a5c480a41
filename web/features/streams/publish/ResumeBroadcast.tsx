import { useState } from 'react'
import type { ShownStream } from '../../../../contract/http/streams.ts'
import { streamMessages } from '../../../lib/messages/streams.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './BroadcastPage.module.css'
import { SourceChoice } from './SourcePreview.tsx'
import { StartButton } from './StartButton.tsx'
import { StopDialog } from './StopDialog.tsx'
import type { Studio } from './studio.ts'

type ResumeBroadcastProps = { studio: Studio; stream: ShownStream; onResume: () => void; onStopped: () => void }

/** Own live stream that is not published from here: after a reload, or from another device. */
export function ResumeBroadcast({ studio, stream, onResume, onStopped }: ResumeBroadcastProps) {
  const [isStopping, setStopping] = useState(false)
  return (
    <div className={styles.columns}>
      <SourceChoice studio={studio} />
      <div className={styles.form}>
        <h2>{stream.title}</h2>
        <p role="status">{streamMessages.publishedElsewhere}</p>
        <div className={styles.buttons}>
          <StartButton studio={studio} onClick={onResume}>
            Resume
          </StartButton>
          <Button onClick={() => setStopping(true)}>Stop</Button>
        </div>
      </div>
      {isStopping && <StopDialog stream={stream} onClose={() => setStopping(false)} onStopped={onStopped} />}
    </div>
  )
}
