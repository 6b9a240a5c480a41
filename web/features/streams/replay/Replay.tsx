import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type ReplayManifest, replaySegmentPath, type ShownStream } from '../../../../contract/http/streams.ts'
import { CallError } from '../../../lib/call.ts'
import { streamMessages } from '../../../lib/messages/streams.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { useStored } from '../../../lib/useStored.ts'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { PageSpinner, Spinner } from '../../../ui/Spinner.tsx'
import { manifestQuery } from '../queries.ts'
import { StreamInfo } from '../StreamInfo.tsx'
import layout from '../StreamLayout.module.css'
import { StreamLayout } from '../StreamLayout.tsx'
import { ScreenControls } from '../watch/ScreenControls.tsx'
import { Screen } from '../watch/screen.ts'
import { toggleMute, VOLUME_CODEC, type Volume, volumeGain } from '../watch/volume.ts'
import { ReplayBar, SeekBar } from './ReplayBar.tsx'
import { ReplayChat } from './ReplayChat.tsx'
import { ReplayInfo } from './ReplayInfo.tsx'
import { ReplayPlayer } from './replay-player.ts'
import { useReplayState } from './replay-state.ts'
import { STEPS, startTimeOf } from './seeking.ts'

const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** Replay of an ended stream [2 §2]. */
export function Replay({ stream }: { stream: ShownStream }) {
  const { data, isError, refetch } = useQuery(manifestQuery(stream.id))
  if (data) return <LoadedReplay stream={stream} manifest={data} />
  if (!isError) return <PageSpinner />
  return (
    <StreamLayout
      label="Replay"
      view={
        <div className={layout.view}>
          <div className={layout.overlay}>
            <ReplayFailed onRetry={() => void refetch()} />
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
  const startMs = useRef(startTimeOf(search))
  useEffect(() => {
    if (!canvas.current) return
    const next = new ReplayPlayer(manifest, new Screen(canvas.current), async (segment, signal) => {
      const reply = await fetch(replaySegmentPath(id, segment), { signal })
      if (!reply.ok) throw new CallError(reply.status, 'internal', null)
      return new Uint8Array(await reply.arrayBuffer())
    })
    next.seek(startMs.current)
    setPlayer(next)
    const element = canvas.current
    element.addEventListener('click', next.toggle)
    return () => {
      element.removeEventListener('click', next.toggle)
      next.close()
    }
  }, [manifest, id, canvas])
  return player
}

function LoadedReplay({ stream, manifest }: { stream: ShownStream; manifest: ReplayManifest }) {
  const stage = useRef<HTMLElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const playButton = useRef<HTMLButtonElement>(null)
  const [isActualSize, setActualSize] = useState(false)
  const [volume, setVolume] = useStored('stream-volume', VOLUME_CODEC)
  const player = usePlayer(manifest, stream.id, canvas)
  const gain = volumeGain(volume)
  useEffect(() => player?.sound.setVolume(gain), [player, gain])
  const { durationMs } = manifest
  useReplayKeys(player, durationMs, setVolume)
  return (
    <StreamLayout
      stage={stage}
      label="Replay"
      view={
        <div className={classes(layout.view, isActualSize && layout.actual)}>
          <canvas ref={canvas} width={16} height={9} role="img" aria-label={`Drawing by ${stream.userNickname}`} />
          <div className={layout.overlay}>
            <ReplayOverlay player={player} />
            <PlayOverlay player={player} onPlay={() => playButton.current?.focus()} />
          </div>
        </div>
      }
      above={<SeekBar player={player} durationMs={durationMs} />}
      bar={
        <ReplayBar
          {...{ player, durationMs, volume }}
          playRef={playButton}
          onVolume={setVolume}
          chapters={stream.chapters}
        >
          <ScreenControls {...{ stage, canvas, isActualSize }} onActualSize={setActualSize} />
        </ReplayBar>
      }
      info={<ReplayInfo stream={stream} player={player} />}
      chat={<ReplayChat streamId={stream.id} player={player} />}
    />
  )
}

function useReplayKeys(
  player: ReplayPlayer | null,
  durationMs: number,
  onVolume: Dispatch<SetStateAction<Volume>>,
): void {
  const step =
    (by = 0) =>
    () =>
      player?.seek(player.state().positionMs + by)
  useShortcuts({
    get ' '() {
      // The space key belongs to a focused button or link.
      return document.activeElement?.matches('a, button') ? undefined : player?.toggle
    },
    k: player?.toggle,
    ArrowLeft: step(STEPS.ArrowLeft),
    ArrowRight: step(STEPS.ArrowRight),
    ...Object.fromEntries(DIGITS.map((digit) => [digit, () => player?.seek((durationMs * Number(digit)) / 10)])),
    m: () => onVolume(toggleMute),
  })
}

function ReplayOverlay({ player }: { player: ReplayPlayer | null }) {
  const isWaiting = useReplayState(player, (state) => state.isWaiting)
  const hasFailed = useReplayState(player, (state) => state.hasFailed)
  if (hasFailed) return <ReplayFailed onRetry={() => player?.retry()} />
  if (!isWaiting) return null
  return (
    <p className={layout.message}>
      <Spinner /> Loading
    </p>
  )
}

/** Start button on the first picture; afterwards the bar has one. */
function PlayOverlay({ player, onPlay }: { player: ReplayPlayer | null; onPlay: () => void }) {
  const isReady = useReplayState(player, ({ hasBegun, hasPicture, hasFailed }) => hasPicture && !hasBegun && !hasFailed)
  if (!isReady) return null
  return (
    <Button
      variant="primary"
      icon={Play}
      onClick={() => {
        player?.play()
        // Moves the focus, because this button disappears.
        onPlay()
      }}
    >
      Play the replay
    </Button>
  )
}

function ReplayFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <p className={layout.message} role="alert">
        {streamMessages.replayFailed}
      </p>
      <Button className={layout.overlayButton} onClick={onRetry}>
        Retry
      </Button>
    </>
  )
}
