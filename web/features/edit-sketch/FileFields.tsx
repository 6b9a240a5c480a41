import type { EditBody, EditReply } from '../../../contract/http/edit-sketch.ts'
import { VIDEO_TYPES } from '../../../contract/limits.ts'
import type { Edits } from './draft.ts'
import { FileField } from './FileField.tsx'
import styles from './Files.module.css'

/** What belongs to the sketch beside its picture. */
export function FileFields({
  sketch,
  body,
  onChange,
}: {
  sketch: EditReply
  body: EditBody
  onChange: (edits: Edits) => void
}) {
  return (
    <section className={styles.files}>
      <h2>Files</h2>
      <FileField
        sketchId={sketch.id}
        what="video"
        label="Video"
        hint="MP4 or WebM, up to 16 MB"
        accept={VIDEO_TYPES.join(',')}
        bytes={sketch.videoBytes}
        kept={body.video}
        onKeep={(video) => onChange({ video })}
      />
      <FileField
        sketchId={sketch.id}
        what="file"
        label="Sketch file"
        hint=".croquis or .ora, up to 16 MB; visitors of the sketch can download it"
        accept=".croquis,.ora,image/openraster"
        bytes={sketch.fileBytes}
        kept={body.file}
        onKeep={(file) => onChange({ file })}
      />
    </section>
  )
}
