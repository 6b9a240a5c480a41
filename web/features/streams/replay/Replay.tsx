import { useQuery } from '@tanstack/react-query'
import { Link2, Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { type ReplayManifest, replaySegmentPath, type ShownStream } from '../../../../contract/http/stream.ts'
import { CallError } from '../../../lib/call.ts'
import { useKeys } from '../../../lib/keys.ts'
import { clockWords, endMessage, streamMessages } from '../../../lib/messages/streams.ts'
import { useUser } from '../../../lib/session.ts'
import { useStored } from '../../../lib/useStored.ts'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
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
import { SoundControls } from '../watch/SoundControls.tsx'
import { Screen } from '../watch/screen.ts'
import { gainOf, VOLUME_KEPT } from '../watch/volume.ts'
import styles from './Replay.module.css'
import { ReplayChat } from './ReplayChat.tsx'
import { ReplayPlayer } from './replay-player.ts'
import { chapterAt, timeIn } from './seeking.ts'

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
            <p className={layout.words} role="alert">
              {streamMessages.replayFailed}
            </p>
            <Button className={layout.onPicture} onClick={() => void refetch()}>
              Retry
            </Button>
          </div>
        </div>
      }
      info={<StreamInfo stream={stream} />}
    />
  )
}

function usePlayer(manifest: ReplayManifest, id: number, canvas: React.RefObject<HTMLCanvasElement | null>) {
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
  const isPlaying = playing?.isPlaying ?? false
  const step = (by: number) => () => player?.seek(positionMs + by)
  const onButton = () => document.activeElement?.matches('a, button')
  useKeys({
    get ' '() {
      // A button or link that has the focus is what the key is for.
      return onButton() ? undefined : player?.toggle
    },
    k: player?.toggle,
    ArrowLeft: step(-STEP_MS),
    ArrowRight: step(STEP_MS),
    ...Object.fromEntries(DIGITS.map((digit) => [digit, () => player?.seek((durationMs * Number(digit)) / 10)])),
    m: () => setVolume(({ level, isMuted }) => ({ level: level || 100, isMuted: !isMuted })),
  })
  const seconds = Math.floor(positionMs / 1000)
  return (
    <StreamLayout
      stage={stage}
      label="Replay"
      view={
        <div className={classes(layout.view, isActual && layout.actual)}>
          <canvas ref={canvas} width={16} height={9} role="img" aria-label={`Drawing by ${stream.userNickname}`} />
          <div className={layout.over}>
            {playing?.hasFailed && (
              <>
                <p className={layout.words} role="alert">
                  {streamMessages.replayFailed}
                </p>
                <Button className={layout.onPicture} onClick={() => player?.retry()}>
                  Retry
                </Button>
              </>
            )}
            {playing?.isWaiting && !playing.hasFailed && (
              <p className={layout.words}>
                <Spinner /> Loading
              </p>
            )}
          </div>
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
        <>
          <IconButton
            icon={isPlaying ? Pause : Play}
            aria-label={isPlaying ? 'Pause' : 'Play'}
            onClick={() => player?.toggle()}
          />
          <span className={layout.number}>
            {clockWords(positionMs)} / {clockWords(durationMs)}
          </span>
          <span className={layout.quality}>{chapterAt(stream.chapters, positionMs)?.title}</span>
          <span className={layout.space} />
          <button
            type="button"
            className={styles.speed}
            aria-label="Double speed"
            aria-pressed={playing?.rate === 2}
            onClick={() => player?.setRate(playing?.rate === 2 ? 1 : 2)}
          >
            2×
          </button>
          <SoundControls volume={volume} onVolume={setVolume} />
          <ScreenControls {...{ stage, canvas, isActual }} onActual={setActual} />
        </>
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
