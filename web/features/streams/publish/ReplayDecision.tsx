import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ShownStream } from '../../../../contract/http/streams.ts'
import { messageOf } from '../../../lib/messages/errors.ts'
import { streamMessages } from '../../../lib/messages/streams.ts'
import { useObjectUrl } from '../../../lib/object-url.ts'
import { toast } from '../../../lib/toast.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { handOffUpload } from '../../uploads/upload-handoff.ts'
import { lastPictureQuery, useDecideReplay } from '../queries.ts'
import styles from './BroadcastPage.module.css'
import { deleteLastPicture } from './last-picture.ts'

type ReplayDecisionProps = {
  stream: ShownStream
  /** Adds a link to the recording. */
  withRecordingLink?: boolean
}

/** Choice about a recording: publish it as a replay, post the last picture with it, or delete it. */
export function ReplayDecision({ stream, withRecordingLink = false }: ReplayDecisionProps) {
  const decide = useDecideReplay()
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const { data: picture } = useQuery(lastPictureQuery(stream.id))
  const hasRecording = stream.replay === 'pending'
  const publish = async () => {
    try {
      await decide.mutateAsync({ id: stream.id, keep: true })
      // Replaces the history entry, so that the back button skips the question.
      void navigate(`/stream/${stream.id}`, { replace: true })
    } catch (error) {
      toastFailure(error)
    }
  }
  const post = () => {
    if (!picture) return
    const { id, title, mature } = stream
    handOffUpload([picture], { title, mature, streamId: hasRecording ? id : null })
    void navigate('/upload')
  }
  return (
    <div className={styles.choices}>
      <p>{hasRecording ? streamMessages.recordingPending : streamMessages.noRecording}</p>
      {picture && <LastPicture file={picture} />}
      <div className={styles.buttons}>
        {hasRecording && (
          <Button variant="primary" busy={decide.isPending} onClick={() => void publish()}>
            Publish as a replay
          </Button>
        )}
        {picture && (
          <Button disabled={decide.isPending} onClick={post}>
            {hasRecording ? 'Also post the last picture as a sketch' : 'Post the last picture as a sketch'}
          </Button>
        )}
        {hasRecording && withRecordingLink && <ButtonLink to={`/stream/${stream.id}`}>Watch it first</ButtonLink>}
        {hasRecording && (
          <Button disabled={decide.isPending} onClick={() => setDeleting(true)}>
            Delete recording
          </Button>
        )}
      </div>
      {isDeleting && (
        <ConfirmDialog
          isOpen
          danger
          onClose={() => setDeleting(false)}
          title="Delete the recording?"
          confirmLabel="Delete"
          messageOf={messageOf}
          onConfirm={async () => {
            await decide.mutateAsync({ id: stream.id, keep: false })
            await deleteLastPicture()
            toast(streamMessages.recordingDeleted)
            void navigate('/streams', { replace: true })
          }}
        >
          {streamMessages.deleteRecording}
        </ConfirmDialog>
      )}
    </div>
  )
}

function LastPicture({ file }: { file: File }) {
  const address = useObjectUrl(file)
  return (
    <figure className={styles.lastPicture}>
      {address && <img src={address} alt="The end of the stream" />}
      <figcaption>The last picture</figcaption>
    </figure>
  )
}
