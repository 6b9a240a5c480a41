import type { EditFields, EditReply } from '../../../contract/http/edit-sketch.ts'
import { VIDEO_TYPES } from '../../../contract/limits.ts'
import { fileSizeText } from '../../lib/format.ts'
import { ownerMessageOf } from '../../lib/messages/sketch-owner.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import type { FileUpload } from '../uploads/send-file.ts'
import styles from './Files.module.css'
import { FileUploadButton } from './FileUploadButton.tsx'
import { useSendSketchFile } from './queries.ts'

export function FileFields({
  sketch,
  fields,
  onChange,
}: {
  sketch: EditReply
  fields: EditFields
  onChange: (edits: Partial<EditFields>) => void
}) {
  return (
    <section className={styles.files}>
      <h2>Files</h2>
      <FileField
        sketchId={sketch.id}
        kind="video"
        label="Video"
        hint="MP4 or WebM, up to 16&nbsp;MB. Location and other hidden data are removed from videos."
        accept={VIDEO_TYPES.join(',')}
        bytes={sketch.videoBytes}
        kept={fields.video}
        onKeep={(video) => onChange({ video })}
        onAdded={() => onChange({ video: undefined })}
      />
      <FileField
        sketchId={sketch.id}
        kind="file"
        label="Sketch file"
        hint=".croquis or .ora, up to 16&nbsp;MB; everyone who sees the sketch can download it"
        accept=".croquis,.ora,image/openraster"
        bytes={sketch.fileBytes}
        kept={fields.file}
        onKeep={(file) => onChange({ file })}
        onAdded={() => onChange({ file: undefined })}
      />
    </section>
  )
}

type FileFieldProps = {
  sketchId: number
  kind: 'video' | 'file'
  label: string
  hint: string
  accept: string
  /** Null without a file. */
  bytes: number | null
  /** False when the next update removes it. */
  kept: boolean
  onKeep: (kept: boolean) => void
  onAdded: () => void
}

/** A file of the sketch: uploaded at once, removed with the next update. */
export function FileField({ sketchId, kind, label, hint, accept, bytes, kept, onKeep, onAdded }: FileFieldProps) {
  const sendFile = useSendSketchFile(sketchId, kind)
  const send = async (upload: FileUpload) => {
    await sendFile.mutateAsync(upload)
    onAdded()
    toast(`${label} added`)
  }
  return (
    <div className={styles.field}>
      <div>
        <p className={styles.label}>{label}</p>
        <p className={styles.hint}>
          {bytes === null ? hint : kept ? fileSizeText(bytes) : 'Will be removed when you update'}
        </p>
      </div>
      <FileUploadButton
        name={label}
        action={bytes === null ? 'Add' : 'Replace'}
        accept={accept}
        send={send}
        messageOf={(error) => ownerMessageOf(kind, error)}
      >
        {bytes !== null && (
          <Button aria-label={`${kept ? 'Remove' : 'Keep'} ${label.toLowerCase()}`} onClick={() => onKeep(!kept)}>
            {kept ? 'Remove' : 'Keep'}
          </Button>
        )}
      </FileUploadButton>
    </div>
  )
}
