import type { ShownStream } from '../../../contract/http/stream.ts'
import { endMessage, streamMessages } from '../../lib/messages/streams.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { StreamInfo } from './StreamInfo.tsx'
import styles from './StreamLayout.module.css'
import { StreamLayout } from './StreamLayout.tsx'

/** A stream that is over and left no replay: it says so, and leads to its artist. */
export function Ended({ stream }: { stream: ShownStream }) {
  return (
    <StreamLayout
      label="Stream"
      view={
        <div className={styles.view}>
          {stream.preview && <img src={stream.preview} alt="" />}
          <div className={styles.over}>
            <p className={styles.words}>
              {endMessage(stream.end)} {streamMessages.noReplay}
            </p>
            <ButtonLink
              className={styles.onPicture}
              to={`/user/${stream.userId}`}
            >{`More by ${stream.userNickname}`}</ButtonLink>
          </div>
        </div>
      }
      info={<StreamInfo stream={stream} />}
    />
  )
}
