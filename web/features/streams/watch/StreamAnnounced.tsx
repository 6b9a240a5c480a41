import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type ShownStream, streamCalendarPath } from '../../../../contract/http/streams.ts'
import { messageOf } from '../../../lib/messages/errors.ts'
import { reminderCountText } from '../../../lib/messages/streams.ts'
import { useUser } from '../../../lib/session.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { classes } from '../../../ui/classes.ts'
import { RemindButton } from '../list/RemindButton.tsx'
import styles from '../list/StreamCards.module.css'
import { useUnannounceStream } from '../queries.ts'
import { StreamInfo } from '../StreamInfo.tsx'
import layout from '../StreamLayout.module.css'
import { StreamLayout } from '../StreamLayout.tsx'
import { startTimeText } from '../stream-fields.ts'

export function StreamAnnounced({ stream }: { stream: ShownStream }) {
  const user = useUser()
  const isOwn = user?.id === stream.userId
  return (
    <StreamLayout
      label="Stream"
      view={
        <div className={classes(layout.view, layout.empty)}>
          <div className={layout.overlay}>
            <p className={layout.message}>
              {stream.startsAt ? `Starts on ${startTimeText(stream.startsAt)}.` : 'It hasn’t started yet.'}
            </p>
            <div className={styles.buttons}>
              {isOwn ? <OwnActions stream={stream} /> : <RemindButton stream={stream} />}
              <ButtonLink href={streamCalendarPath(stream.id)} icon={CalendarPlus} download>
                Calendar
              </ButtonLink>
            </div>
          </div>
        </div>
      }
      info={<StreamInfo stream={stream} watching={reminderCountText(stream.reminders)} />}
    />
  )
}

function OwnActions({ stream: { id, title } }: { stream: ShownStream }) {
  const unannounce = useUnannounceStream()
  const navigate = useNavigate()
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <ButtonLink to={`/stream/sheet?announced=${id}`} variant="primary">
        Start it now
      </ButtonLink>
      <Button onClick={() => setConfirming(true)}>Cancel stream</Button>
      {isConfirming && (
        <ConfirmDialog
          isOpen
          danger
          onClose={() => setConfirming(false)}
          title={`Cancel ${title}?`}
          confirmLabel="Cancel stream"
          cancelLabel="Keep it"
          messageOf={messageOf}
          onConfirm={async () => {
            await unannounce.mutateAsync({ id })
            void navigate('/streams')
          }}
        >
          It will be removed from the schedule, and no reminders will be sent.
        </ConfirmDialog>
      )}
    </>
  )
}
