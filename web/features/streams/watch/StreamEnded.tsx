import type { ReactNode } from 'react'
import type { ShownStream } from '../../../../contract/http/streams.ts'
import { endMessage, streamMessages } from '../../../lib/messages/streams.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { StreamInfo } from '../StreamInfo.tsx'
import styles from '../StreamLayout.module.css'
import { StreamLayout } from '../StreamLayout.tsx'

type EndedProps = {
  stream: ShownStream
  /** What goes on beside it, for who was there at its end. */
  chat?: ReactNode
  /** Goes to the replay, for who stays while it is kept. */
  onReplay: () => void
}

/** A stream that is over: it says so, whether there is a replay of it, and leads to its artist. */
export function StreamEnded({ stream, chat, onReplay }: EndedProps) {
  const hasReplay = stream.replay === 'kept'
  const noReplay = stream.undecided ? streamMessages.noReplayYet : streamMessages.noReplay
  return (
    <StreamLayout
      label="Stream"
      view={
        <div className={styles.view}>
          {stream.preview && <img src={stream.preview} alt="" />}
          <div className={styles.over}>
            <p className={styles.words} role="status">
              {endMessage(stream.end)} {hasReplay ? streamMessages.replayKept : noReplay}
            </p>
            {hasReplay && (
              <Button variant="primary" onClick={onReplay}>
                Watch the replay
              </Button>
            )}
            <ButtonLink
              className={styles.onPicture}
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
