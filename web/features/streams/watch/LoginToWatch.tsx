import type { ShownStream } from '../../../../contract/http/streams.ts'
import { streamMessages, viewerCloseMessages, viewerCountText } from '../../../lib/messages/streams.ts'
import { LoginButton } from '../../../ui/LoginButton.tsx'
import { StreamInfo } from '../StreamInfo.tsx'
import styles from '../StreamLayout.module.css'
import { StreamLayout } from '../StreamLayout.tsx'

/** Preview of a live stream for visitors, and for members whose account may not watch, with the reason [2 §2]. */
export function LoginToWatch({ stream, isMember }: { stream: ShownStream; isMember: boolean }) {
  return (
    <StreamLayout
      label="Stream"
      view={
        <div className={styles.view}>
          {stream.preview && <img src={stream.preview} alt={`Live drawing by ${stream.userNickname}`} />}
          <div className={styles.overlay}>
            <p className={styles.message}>{isMember ? viewerCloseMessages.forbidden : streamMessages.watchLogin}</p>
            {!isMember && <LoginButton noteClass={styles.message} />}
          </div>
        </div>
      }
      info={<StreamInfo stream={stream} watching={viewerCountText(stream.watching)} />}
    />
  )
}
