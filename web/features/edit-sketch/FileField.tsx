import { ownerMessageOf } from '../../lib/messages/sketch-owner.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Files.module.css'
import { megabytes } from './megabytes.ts'
import { PickFile } from './PickFile.tsx'
import { useSendSketchFile } from './queries.ts'

type FileFieldProps = {
  sketchId: number
  what: 'video' | 'file'
  label: string
  hint: string
  accept: string
  /** Null while there is none. */
  bytes: number | null
  /** False when it goes with the next update. */
  kept: boolean
  onKeep: (kept: boolean) => void
}

/** One file beside a sketch: put there at once, taken away with the next update. */
export function FileField({ sketchId, what, label, hint, accept, bytes, kept, onKeep }: FileFieldProps) {
  const sendFile = useSendSketchFile(sketchId, what)
  const send = async (file: File, onProgress: (sentBytes: number) => void, signal: AbortSignal) => {
    await sendFile.mutateAsync({ file, onProgress, signal })
    onKeep(true)
    toast(`${label} added`)
  }
  return (
    <div className={styles.field}>
      <div>
        <p className={styles.label}>{label}</p>
        <p className={styles.hint}>{bytes === null ? hint : kept ? megabytes(bytes) : 'Goes when you update'}</p>
      </div>
      <PickFile
        name={label}
        action={bytes === null ? 'Add' : 'Replace'}
        accept={accept}
        send={send}
        messageOf={(error) => ownerMessageOf(what, error)}
      >
        {bytes !== null && (
          <Button aria-label={`${kept ? 'Remove' : 'Keep'} ${label.toLowerCase()}`} onClick={() => onKeep(!kept)}>
            {kept ? 'Remove' : 'Keep'}
          </Button>
        )}
      </PickFile>
    </div>
  )
}
