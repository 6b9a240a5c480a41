import { Link2 } from 'lucide-react'
import type { ShownStream } from '../../../../contract/http/streams.ts'
import { clockText, endMessage, streamMessages } from '../../../lib/messages/streams.ts'
import { useUser } from '../../../lib/session.ts'
import { ReplayDecision } from '../publish/ReplayDecision.tsx'
import info from '../StreamInfo.module.css'
import { copyStreamLink, StreamInfo } from '../StreamInfo.tsx'
import type { ReplayPlayer } from './replay-player.ts'
import { secondsOf } from './replay-state.ts'

/** Information, chapters and state of a replay. */
export function ReplayInfo({ stream, player }: { stream: ShownStream; player: ReplayPlayer | null }) {
  const user = useUser()
  const linkHere = {
    label: 'Copy link to this moment',
    icon: Link2,
    onAction: () => void copyStreamLink(stream.id, player ? secondsOf(player.state()) : 0),
  }
  return (
    <>
      <StreamInfo
        stream={stream}
        more={[linkHere]}
        shownMs={() => (player ? 1000 * secondsOf(player.state()) : undefined)}
      >
        {stream.replay === 'pending' && user?.id !== stream.userId && (
          <p className={info.text}>
            {stream.end === 'staff' && `${endMessage(stream.end)} `}
            {streamMessages.undecided}
          </p>
        )}
        {stream.replay === 'hidden' && (
          <p className={info.text}>
            {stream.end === 'staff' && `${endMessage(stream.end)} `}
            {streamMessages.hiddenReplay}
          </p>
        )}
        <Chapters stream={stream} onSeek={(ms) => player?.seek(ms)} />
      </StreamInfo>
      {stream.replay === 'pending' && user?.id === stream.userId && (
        <div className={info.text}>
          <p>{endMessage(stream.end)}</p>
          <ReplayDecision stream={stream} />
        </div>
      )}
    </>
  )
}

function Chapters({ stream: { chapters }, onSeek }: { stream: ShownStream; onSeek: (ms: number) => void }) {
  if (chapters.length === 0) return null
  return (
    <ol className={info.chapters} aria-label="Chapters">
      {chapters.map(({ atMs, title }) => (
        <li key={atMs}>
          <button type="button" onClick={() => onSeek(atMs)}>
            {clockText(atMs)} {title}
          </button>
        </li>
      ))}
    </ol>
  )
}
