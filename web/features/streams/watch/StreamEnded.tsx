import type { ReactNode } from 'react'
import type { ShownStream } from '../../../../contract/http/streams.ts'
import { endMessage, streamMessages } from '../../../lib/messages/streams.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { StreamInfo } from '../StreamInfo.tsx'
import styles from '../StreamLayout.module.css'
import { StreamLayout } from '../StreamLayout.tsx'

type EndedProps = {
  stream: ShownStream
  /** Chat for viewers who were there at the end. */
  chat?: ReactNode
  onReplay: () => void
}

export function StreamEnded({ stream, chat, onReplay }: EndedProps) {
  const hasReplay = stream.replay === 'kept'
  const noReplay = stream.undecided ? streamMessages.noReplayYet : streamMessages.noReplay
  return (
    <StreamLayout
      label="Stream"
      view={
        <div className={styles.view}>
          {stream.preview && <img src={stream.preview} alt="" />}
          <div className={styles.overlay}>
            <p className={styles.message} role="status">
              {endMessage(stream.end)} {hasReplay ? streamMessages.replayPublished : noReplay}
            </p>
            {hasReplay && (
              <Button variant="primary" onClick={onReplay}>
                Watch the replay
              </Button>
            )}
            <ButtonLink
              className={styles.overlayButton}
              to={`/user/${stream.userId}`}
            >{`More by ${stream.userNickname}`}</ButtonLink>
          </div>
        </div>
      }
      info={<StreamInfo stream={stream} />}
      chat={chat}
    />
  )
}
