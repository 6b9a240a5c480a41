import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useSearchParams } from 'react-router'
import { type ReplayManifest, replaySegmentPath, type ShownStream } from '../../../../contract/http/stream.ts'
import { CallError } from '../../../lib/call.ts'
import { useKeys } from '../../../lib/keys.ts'
import { clockWords, endMessage, streamMessages } from '../../../lib/messages/streams.ts'
import { useUser } from '../../../lib/session.ts'
import { useStored } from '../../../lib/useStored.ts'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { PageSpinner } from '../../../ui/PageSpinner.tsx'
import { Slider } from '../../../ui/Slider.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { EndPanel } from '../broadcast/EndPanel.tsx'
import { manifestQuery } from '../queries.ts'
import info from '../StreamInfo.module.css'
import { copyLink, StreamInfo } from '../StreamInfo.tsx'
import layout from '../StreamLayout.module.css'
import { StreamLayout } from '../StreamLayout.tsx'
import { ScreenControls } from '../watch/ScreenControls.tsx'
import { Screen } from '../watch/screen.ts'
import { gainOf, muteToggled, VOLUME_KEPT, type Volume } from '../watch/volume.ts'
import styles from './Replay.module.css'
import { ReplayBar } from './ReplayBar.tsx'
import { ReplayChat } from './ReplayChat.tsx'
import { type Playing, ReplayPlayer } from './replay-player.ts'
import { timeIn } from './seeking.ts'

const STEP_MS = 5000
const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** A stream that has ended, and can be seen again [2 §2]. */
export function Replay({ stream }: { stream: ShownStream }) {
  const { data, isError, refetch } = useQuery(manifestQuery(stream.id))
  if (data) return <Projection stream={stream} manifest={data} />
  if (!isError) return <PageSpinner />
  return (
    <StreamLayout
      label="Replay"
      view={
        <div className={layout.view}>
          <div className={layout.over}>
            <Failed onRetry={() => void refetch()} />
          </div>
        </div>
      }
      info={<StreamInfo stream={stream} />}
    />
  )
}

function usePlayer(manifest: ReplayManifest, id: number, canvas: RefObject<HTMLCanvasElement | null>) {
  const [player, setPlayer] = useState<ReplayPlayer | null>(null)
  const [search] = useSearchParams()
  const startMs = useRef(timeIn(search))
  useEffect(() => {
    if (!canvas.current) return
    const next = new ReplayPlayer(manifest, new Screen(canvas.current), async (segment, signal) => {
      const reply = await fetch(replaySegmentPath(id, segment), { signal })
      if (!reply.ok) throw new CallError(reply.status, 'internal', null)
      return new Uint8Array(await reply.arrayBuffer())
    })
    next.seek(startMs.current)
    setPlayer(next)
    return () => next.close()
  }, [manifest, id, canvas])
  return player
}

function Projection({ stream, manifest }: { stream: ShownStream; manifest: ReplayManifest }) {
  const stage = useRef<HTMLElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const user = useUser()
  const [isActual, setActual] = useState(false)
  const [volume, setVolume] = useStored('stream-volume', VOLUME_KEPT)
  const player = usePlayer(manifest, stream.id, canvas)
  const playing = useSyncExternalStore(player?.subscribe ?? nothing, () => player?.state())
  const gain = gainOf(volume)
  useEffect(() => player?.sound.setVolume(gain), [player, gain])
  const { durationMs } = manifest
  const positionMs = playing?.positionMs ?? 0
  useReplayKeys(player, durationMs, setVolume)
  const seconds = Math.floor(positionMs / 1000)
  return (
    <StreamLayout
      stage={stage}
      label="Replay"
      view={
        <div className={classes(layout.view, isActual && layout.actual)}>
          <canvas ref={canvas} width={16} height={9} role="img" aria-label={`Drawing by ${stream.userNickname}`} />
          <div className={layout.over}>{playing && <Waiting playing={playing} onRetry={() => player?.retry()} />}</div>
        </div>
      }
      above={
        <div className={styles.seek}>
          <Slider
            label="Moment"
            hideLabel
            max={durationMs}
            step={1000}
            value={positionMs}
            format={(ms) => `${clockWords(ms)} of ${clockWords(durationMs)}`}
            onChange={(ms) => player?.seek(ms)}
          />
        </div>
      }
      bar={
        <ReplayBar {...{ player, playing, durationMs, volume }} onVolume={setVolume} chapters={stream.chapters}>
          <ScreenControls {...{ stage, canvas, isActual }} onActual={setActual} />
        </ReplayBar>
      }
      info={
        <>
          <StreamInfo
            stream={stream}
            more={[
              {
                label: `Copy link at ${clockWords(positionMs)}`,
                icon: Link2,
                onAction: () => void copyLink(stream.id, seconds),
              },
            ]}
          >
            {stream.replay === 'hidden' && <p className={info.words}>{streamMessages.hiddenReplay}</p>}
            <Chapters stream={stream} onSeek={(ms) => player?.seek(ms)} />
          </StreamInfo>
          {stream.replay === 'pending' && user?.id === stream.userId && (
            <div className={info.words}>
              <p>{endMessage(stream.end)}</p>
              <EndPanel stream={stream} />
            </div>
          )}
        </>
      }
      chat={<ReplayChat streamId={stream.id} positionMs={positionMs} />}
    />
  )
}

const nothing = () => () => {}

function useReplayKeys(
  player: ReplayPlayer | null,
  durationMs: number,
  onVolume: Dispatch<SetStateAction<Volume>>,
): void {
  const step = (by: number) => () => player?.seek(player.state().positionMs + by)
  useKeys({
    get ' '() {
      // A button or link that has the focus is what the key is for.
      return document.activeElement?.matches('a, button') ? undefined : player?.toggle
    },
    k: player?.toggle,
    ArrowLeft: step(-STEP_MS),
    ArrowRight: step(STEP_MS),
    ...Object.fromEntries(DIGITS.map((digit) => [digit, () => player?.seek((durationMs * Number(digit)) / 10)])),
    m: () => onVolume(muteToggled),
  })
}

/** What stands where there is nothing to look at yet. */
function Waiting({ playing: { isWaiting, hasFailed }, onRetry }: { playing: Playing; onRetry: () => void }) {
  if (hasFailed) return <Failed onRetry={onRetry} />
  if (!isWaiting) return null
  return (
    <p className={layout.words}>
      <Spinner /> Loading
    </p>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <p className={layout.words} role="alert">
        {streamMessages.replayFailed}
      </p>
      <Button className={layout.onPicture} onClick={onRetry}>
        Retry
      </Button>
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
            {clockWords(atMs)} {title}
          </button>
        </li>
      ))}
    </ol>
  )
}
