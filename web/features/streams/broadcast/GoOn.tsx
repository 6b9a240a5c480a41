import { useQueryClient } from '@tanstack/react-query'
import { Radio } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import type { ShownStream } from '../../../../contract/http/stream.ts'
import { messageOf } from '../../../lib/messages/codes.ts'
import { streamMessages } from '../../../lib/messages/streams.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { endStream } from '../queries.ts'
import { SourcePreview } from './Preview.tsx'
import styles from './Sheet.module.css'
import { SourcePicker } from './SourcePicker.tsx'
import type { Studio } from './studio.ts'

type GoOnProps = { studio: Studio; stream: ShownStream; onGoOn: () => void; onStopped: () => void }

/** One's own stream that is live while nothing is sent from here: after a reload, or on another device. */
export function GoOn({ studio, stream, onGoOn, onStopped }: GoOnProps) {
  const client = useQueryClient()
  const { source } = useSyncExternalStore(studio.subscribe, studio.state)
  const [isStopping, setStopping] = useState(false)
  return (
    <div className={styles.columns}>
      <div className={styles.source}>
        <div className={styles.preview} data-theme="dark">
          {source ? <SourcePreview source={source} /> : <p>Pick what to show</p>}
        </div>
        <SourcePicker studio={studio} />
      </div>
      <div className={styles.form}>
        <h2>{stream.title}</h2>
        <p role="status">{streamMessages.goesOn}</p>
        <div className={styles.buttons}>
          <Button variant="primary" icon={Radio} disabled={!source} onClick={onGoOn}>
            Go on
          </Button>
          <Button onClick={() => setStopping(true)}>Stop</Button>
        </div>
      </div>
      {isStopping && (
        <ConfirmDialog
          isOpen
          onClose={() => setStopping(false)}
          title={`Stop ${stream.title}?`}
          confirmLabel="Stop"
          messageOf={messageOf}
          onConfirm={async () => {
            await endStream(client, stream.id)
            onStopped()
          }}
        >
          {streamMessages.stop}
        </ConfirmDialog>
      )}
    </div>
  )
}
