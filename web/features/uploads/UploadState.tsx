import { Check, Minimize2, RotateCcw, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { fileSizeText } from '../../lib/format.ts'
import { uploadMessages } from '../../lib/messages/uploads.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import styles from './UploadCard.module.css'
import type { UploadEntry } from './upload-queue.ts'

export type UploadStateActions = { onRetry: () => void; onShrink: () => void; onUndoShrink: () => void }

type UploadStateProps = UploadStateActions & { entry: UploadEntry }

/** Progress of an upload; after a failure its reason and a retry button, after posting a link to the sketch. */
export function UploadState({ entry, onRetry, onShrink, onUndoShrink }: UploadStateProps) {
  const state = useRef<HTMLDivElement>(null)
  // The pressed button is removed.
  const keepFocus = (action: () => void) => () => {
    state.current?.focus()
    action()
  }
  return (
    <div
      ref={state}
      tabIndex={-1}
      className={styles.state}
      data-failed={entry.progress.state === 'failed' || undefined}
    >
      <StateLines
        entry={entry}
        onRetry={keepFocus(onRetry)}
        onShrink={keepFocus(onShrink)}
        onUndoShrink={keepFocus(onUndoShrink)}
      />
    </div>
  )
}

function StateLines({ entry, ...actions }: UploadStateProps) {
  const { progress } = entry
  switch (progress.state) {
    case 'checking':
    case 'waiting':
      return <Progress label="Waiting" value={0} />
    case 'shrinking':
      return <Spinner label="Shrinking" />
    case 'sending':
      return (
        <>
          <Sending sent={progress.sentBytes} bytes={entry.bytes} />
          <ShrunkNote entry={entry} {...actions} />
        </>
      )
    case 'received':
      return (
        <>
          <p className={styles.received}>
            <Icon of={Check} size={16} />
            Uploaded
          </p>
          <ShrunkNote entry={entry} {...actions} />
        </>
      )
    case 'failed':
      return (
        <>
          <p className={styles.failed} role="alert">
            {progress.message}
            {progress.mayRetry && (
              <Button icon={RotateCcw} onClick={actions.onRetry}>
                Retry
              </Button>
            )}
          </p>
          {progress.mayShrink && <ShrinkOffer entry={entry} {...actions} />}
          {progress.mayRetry && <ShrunkNote entry={entry} {...actions} />}
        </>
      )
    case 'posted':
    case 'known':
      return (
        <p>
          {progress.state === 'posted' ? 'Posted. ' : 'You already posted this picture. '}
          <Link className="link" to={`/sketch/${progress.sketchId}`}>
            See the sketch
          </Link>
        </p>
      )
    case 'posting':
      return <p className={styles.received}>Posting</p>
  }
}

function Sending({ sent, bytes }: { sent: number; bytes: number }) {
  const done = Math.min(sent, bytes)
  const percent = Math.floor((100 * done) / bytes)
  const label = done >= bytes ? 'Checking the picture' : `Uploading, ${percent}%`
  return <Progress label={label} detail={`${fileSizeText(done)} of ${fileSizeText(bytes)}`} value={done} max={bytes} />
}

function ShrinkOffer({ entry: { name, file }, onShrink }: UploadStateProps) {
  return (
    <div className={styles.note}>
      <Button icon={Minimize2} aria-label={`Shrink ${name}`} onClick={onShrink}>
        Shrink
      </Button>
      <p>{file?.type === 'image/gif' ? uploadMessages.stillHint : uploadMessages.shrinkHint}</p>
    </div>
  )
}

/** Sizes before and after, and a button that restores the file. */
function ShrunkNote({ entry: { name, shrunk }, onUndoShrink }: UploadStateProps) {
  if (!shrunk) return null
  return (
    <div className={styles.note} role="status">
      <p>{uploadMessages.shrunk(shrunk.copy)}</p>
      <Button icon={Undo2} aria-label={`Undo shrinking ${name}`} onClick={onUndoShrink}>
        Undo
      </Button>
    </div>
  )
}
