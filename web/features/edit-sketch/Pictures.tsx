import type { EditReply } from '../../../contract/http/edit-sketch.ts'
import { UPLOAD_TYPES } from '../../../contract/limits.ts'
import { CallError } from '../../lib/call.ts'
import { messageOf, messageOfCode } from '../../lib/messages/errors.ts'
import { ownerMessages } from '../../lib/messages/sketch-owner.ts'
import { toast } from '../../lib/toast.ts'
import { Expandable } from '../../ui/Expandable.tsx'
import { useSendPicture } from '../uploads/queries.ts'
import type { FileUpload } from '../uploads/send-file.ts'
import styles from './Files.module.css'
import { FileUploadButton } from './FileUploadButton.tsx'
import { useChangeVersion } from './queries.ts'
import { Versions } from './Versions.tsx'

/** Replaces the picture of a sketch and lists the earlier ones. */
export function Pictures({ sketch, onPicture }: { sketch: EditReply; onPicture: () => void }) {
  const sendPicture = useSendPicture('/api/v2/upload/file')
  const changeVersion = useChangeVersion(sketch.id)
  const replace = async (upload: FileUpload) => {
    const reply = await sendPicture.mutateAsync(upload)
    if (reply.known) throw new DuplicatePictureError(reply.sketchId)
    await changeVersion.mutateAsync({ uploadId: reply.upload.id })
    onPicture()
    toast('Picture replaced')
  }
  const sentence = (error: unknown) => {
    if (error instanceof DuplicatePictureError) {
      return error.sketchId === sketch.id ? ownerMessages.samePicture : ownerMessages.alreadyPosted
    }
    return error instanceof CallError ? messageOf(error) : ownerMessages.updateFailed
  }
  return (
    <section className={styles.files}>
      <h2>Picture</h2>
      {sketch.pictureStays ? (
        <p className={styles.hint}>{messageOfCode('in_judged_compo')}</p>
      ) : (
        <div className={styles.field}>
          <div>
            <p className={styles.label}>Replace the picture</p>
            <p className={styles.hint}>Hearts and comments stay. You can restore earlier pictures below.</p>
          </div>
          <FileUploadButton
            name="Picture"
            action="Replace"
            accept={UPLOAD_TYPES.join(',')}
            send={replace}
            messageOf={sentence}
          />
        </div>
      )}
      <Expandable title="Earlier pictures">
        {() => <Versions sketchId={sketch.id} canRestore={!sketch.pictureStays} onRestored={onPicture} />}
      </Expandable>
    </section>
  )
}

/** Thrown when the artist posted the same picture already. */
class DuplicatePictureError extends Error {
  readonly sketchId: number

  constructor(sketchId: number) {
    super('known')
    this.sketchId = sketchId
  }
}
