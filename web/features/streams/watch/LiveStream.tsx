import { Spline, Volume2 } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { CurrentUser } from '../../../../contract/http/auth.ts'
import type { ShownStream } from '../../../../contract/http/streams.ts'
import { STREAM_DEFAULTS } from '../../../../contract/limits.ts'
import { clockText, viewerCountText } from '../../../lib/messages/streams.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { useStore } from '../../../lib/store.ts'
import { useStored } from '../../../lib/useStored.ts'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { EmbeddedRoom } from '../../chat/room/EmbeddedRoom.tsx'
import { StreamInfo } from '../StreamInfo.tsx'
import styles from '../StreamLayout.module.css'
import { StreamLayout } from '../StreamLayout.tsx'
import { ScreenControls } from './ScreenControls.tsx'
import { SoundControls } from './SoundControls.tsx'
import { StatusBadge, StreamOverlay, useNow } from './StreamStatus.tsx'
import { Screen } from './screen.ts'
import { StreamPlayer, type StreamPlayerState } from './stream-player.ts'
import { delayText, qualityOf, statusOf, warningOf } from './stream-status.ts'
import { VOLUME_CODEC, volumeGain } from './volume.ts'

/** Delay in frames for viewers who prefer even motion to a low delay. */
const SMOOTH_DELAY_FRAMES = 3
const SMOOTH_CODEC = { parse: (stored: string | null) => stored === 'on', serialize: (on: boolean) => (on ? 'on' : '') }

type LiveStreamProps = { stream: ShownStream; user: CurrentUser; onEnded: () => void }

/** Live stream for a member [2 §2]. */
export function LiveStream({ stream, user, onEnded }: LiveStreamProps) {
  const stage = useRef<HTMLElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isActualSize, setActualSize] = useState(false)
  const [isSmooth, setSmooth] = useStored('stream-smooth', SMOOTH_CODEC)
  const [volume, setVolume] = useStored('stream-volume', VOLUME_CODEC)
  const player = useStreamPlayer(stream.id, user.id, canvas)
  const state = useStore(player)
  const gain = volumeGain(volume)
  useEffect(() => player?.sound.setVolume(gain), [player, gain])
  useEffect(
    () => player?.setInterpolation(isSmooth ? SMOOTH_DELAY_FRAMES : STREAM_DEFAULTS.interpolation),
    [player, isSmooth],
  )
  const { ended, connection } = state ?? {}
  // After the end, a reconnecting client only learns that the stream is not found.
  const hasEnded = Boolean(ended) || (connection?.state === 'closed' && connection.reason === 'not_found')
  useEffect(() => {
    if (hasEnded) onEnded()
  }, [hasEnded, onEnded])
  const needsPress = Boolean(state?.hasSound && !state.isSoundAllowed)
  const turnOn = () => void player?.sound.turnOn()
  const muteButton = useRef<HTMLButtonElement>(null)
  useShortcuts({
    m: () => muteButton.current?.click(),
    c: () => stage.current?.parentElement?.querySelector<HTMLElement>('aside input')?.focus(),
  })
  return (
    <StreamLayout
      stage={stage}
      label="Stream"
      view={
        <div className={classes(styles.view, isActualSize && styles.actual)}>
          <canvas ref={canvas} width={16} height={9} role="img" aria-label={`Live drawing by ${stream.userNickname}`} />
          <div className={styles.overlay}>
            <StreamOverlay state={state} isOwn={stream.userId === user.id} />
            {needsPress && !volume.isMuted && (
              <Button
                className={styles.corner}
                variant="primary"
                icon={Volume2}
                onClick={() => {
                  turnOn()
                  // Moves the focus, because this button disappears.
                  muteButton.current?.focus()
                }}
              >
                Turn on sound
              </Button>
            )}
          </div>
        </div>
      }
      status={state && <ConnectionWarning state={state} onReconnect={player?.reconnect} />}
      bar={
        <>
          {state && <StatusLine state={state} />}
          <span className={styles.spacer} />
          <SoundControls
            volume={volume}
            onVolume={setVolume}
            onTurnOn={needsPress ? turnOn : undefined}
            muteRef={muteButton}
          />
          <ScreenControls {...{ stage, canvas, isActualSize }} onActualSize={setActualSize} />
        </>
      }
      info={
        <StreamInfo
          stream={stream}
          watching={viewerCountText(state?.counts?.watching ?? stream.watching)}
          views={state?.counts?.total}
          shownMs={() => shownMsOf(player?.state())}
          more={[
            {
              label: isSmooth ? 'Lowest delay' : 'Smooth motion',
              icon: Spline,
              onAction: () => setSmooth(!isSmooth),
            },
          ]}
        />
      }
      chat={<EmbeddedRoom channel={stream.channel} user={user} />}
    />
  )
}

function useStreamPlayer(
  streamId: number,
  userId: number,
  canvas: RefObject<HTMLCanvasElement | null>,
): StreamPlayer | null {
  const [player, setPlayer] = useState<StreamPlayer | null>(null)
  useEffect(() => {
    if (!canvas.current) return
    const next = new StreamPlayer(streamId, userId, new Screen(canvas.current), STREAM_DEFAULTS.interpolation)
    setPlayer(next)
    return next.enter()
  }, [streamId, userId, canvas])
  return player
}

/** Status, clock and quality of the stream, as far as known. */
function StatusLine({ state }: { state: StreamPlayerState }) {
  const status = statusOf(state)
  const isRunning = status === 'live' || status === 'paused' || status === 'waiting'
  return (
    <>
      <StatusBadge status={status} />
      {isRunning && state.clock && <Clock clock={state.clock} />}
      {status === 'live' && state.hasPicture && <QualityLabel state={state} />}
    </>
  )
}

function Clock({ clock }: { clock: NonNullable<StreamPlayerState['clock']> }) {
  const now = useNow()
  return <span className={styles.number}>{clockText(clock.ms + now - clock.at)}</span>
}

/** The time of the picture on the screen, which is `lateMs` behind the stream. */
function shownMsOf(state: StreamPlayerState | undefined): number | undefined {
  if (!state?.clock || !state.hasPicture) return undefined
  return Math.max(0, state.clock.ms + performance.now() - state.clock.at - state.lateMs)
}

const QUALITY_WORDS = { good: 'Good picture', fair: 'Fair picture', poor: 'Poor picture' }

function QualityLabel({ state: { level, lateMs } }: { state: StreamPlayerState }) {
  const quality = qualityOf(level, lateMs)
  return (
    <span className={styles.quality} data-quality={quality}>
      {QUALITY_WORDS[quality]}, {delayText(lateMs)}
    </span>
  )
}

function ConnectionWarning({ state, onReconnect }: { state: StreamPlayerState; onReconnect?: () => void }) {
  const warning = warningOf(state)
  if (!warning) return null
  return (
    <p>
      {warning.text && <span>{warning.text}</span>}
      {warning.action === 'try now' && (
        <button type="button" onClick={onReconnect}>
          Try now
        </button>
      )}
      {warning.action === 'reload' && (
        <button type="button" onClick={() => location.reload()}>
          Reload
        </button>
      )}
    </p>
  )
}
