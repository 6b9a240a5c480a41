import { Spline, Volume2 } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { CurrentUser } from '../../../../contract/http/auth.ts'
import type { ShownStream } from '../../../../contract/http/streams.ts'
import { STREAM_DEFAULTS } from '../../../../contract/limits.ts'
import { clockWords, watchingNow } from '../../../lib/messages/streams.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { useStored } from '../../../lib/stored.ts'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { StreamChat } from '../StreamChat.tsx'
import { StreamInfo } from '../StreamInfo.tsx'
import styles from '../StreamLayout.module.css'
import { StreamLayout } from '../StreamLayout.tsx'
import { delayWords, qualityOf } from './quality.ts'
import { ScreenControls } from './ScreenControls.tsx'
import { SoundControls } from './SoundControls.tsx'
import { StandingSign } from './StandingSign.tsx'
import { Screen } from './screen.ts'
import { standingOf } from './standing.ts'
import { useNow } from './useNow.ts'
import { Viewing, type ViewingState } from './viewing.ts'
import { statusOf } from './viewing-words.ts'
import { gainOf, VOLUME_KEPT } from './volume.ts'
import { Waiting } from './Waiting.tsx'

/** So many pictures later, where one has chosen motion that is even over the least delay. */
const SMOOTH_BY = 3
const SMOOTH_KEPT = { parse: (stored: string | null) => stored === 'on', kept: (on: boolean) => (on ? 'on' : '') }

type LiveProps = { stream: ShownStream; user: CurrentUser; onEnded: () => void }

/** A live stream as a member watches it [2 §2]. */
export function Live({ stream, user, onEnded }: LiveProps) {
  const stage = useRef<HTMLElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isActual, setActual] = useState(false)
  const [isSmooth, setSmooth] = useStored('stream-smooth', SMOOTH_KEPT)
  const [volume, setVolume] = useStored('stream-volume', VOLUME_KEPT)
  const viewing = useViewing(stream.id, user.id, canvas)
  const state = useSyncExternalStore(viewing?.subscribe ?? nothing, () => viewing?.state())
  const gain = gainOf(volume)
  useEffect(() => viewing?.sound.setVolume(gain), [viewing, gain])
  useEffect(() => viewing?.interpolate(isSmooth ? SMOOTH_BY : STREAM_DEFAULTS.interpolation), [viewing, isSmooth])
  const { ended, connection } = state ?? {}
  // Who comes back after it has ended hears only that it is not there.
  const hasEnded = Boolean(ended) || (connection?.state === 'closed' && connection.why === 'not_found')
  useEffect(() => {
    if (hasEnded) onEnded()
  }, [hasEnded, onEnded])
  const needsPress = Boolean(state?.hasSound && !state.isAllowed)
  const turnOn = () => void viewing?.sound.turnOn()
  const mute = useRef<HTMLButtonElement>(null)
  useShortcuts({
    m: () => mute.current?.click(),
    c: () => stage.current?.parentElement?.querySelector<HTMLElement>('aside input')?.focus(),
  })
  return (
    <StreamLayout
      stage={stage}
      label="Stream"
      view={
        <div className={classes(styles.view, isActual && styles.actual)}>
          <canvas ref={canvas} width={16} height={9} role="img" aria-label={`Live drawing by ${stream.userNickname}`} />
          <div className={styles.over}>
            <Waiting state={state} isOwn={stream.userId === user.id} />
            {needsPress && !volume.isMuted && (
              <Button
                className={styles.corner}
                variant="primary"
                icon={Volume2}
                onClick={() => {
                  turnOn()
                  // This button goes; the one for sound in the bar stays.
                  mute.current?.focus()
                }}
              >
                Turn on sound
              </Button>
            )}
          </div>
        </div>
      }
      status={state && <Status state={state} onTryNow={viewing?.tryNow} />}
      bar={
        <>
          {state && <Standing state={state} />}
          <span className={styles.space} />
          <SoundControls
            volume={volume}
            onVolume={setVolume}
            onTurnOn={needsPress ? turnOn : undefined}
            muteRef={mute}
          />
          <ScreenControls {...{ stage, canvas, isActual }} onActual={setActual} />
        </>
      }
      info={
        <StreamInfo
          stream={stream}
          watching={watchingNow(state?.counts?.watching ?? stream.watching)}
          views={state?.counts?.total}
          more={[
            {
              label: isSmooth ? 'Show pictures as they come' : 'Show motion evenly',
              icon: Spline,
              onAction: () => setSmooth(!isSmooth),
            },
          ]}
        />
      }
      chat={<StreamChat channel={stream.channel} user={user} />}
    />
  )
}

const nothing = () => () => {}

function useViewing(streamId: number, me: number, canvas: RefObject<HTMLCanvasElement | null>): Viewing | null {
  const [viewing, setViewing] = useState<Viewing | null>(null)
  useEffect(() => {
    if (!canvas.current) return
    const next = new Viewing(streamId, me, new Screen(canvas.current), STREAM_DEFAULTS.interpolation)
    setViewing(next)
    return () => next.leave()
  }, [streamId, me, canvas])
  return viewing
}

/** How it stands and for how long, and how well it comes through, as far as that is known now. */
function Standing({ state }: { state: ViewingState }) {
  const standing = standingOf(state)
  const isReached = standing === 'live' || standing === 'paused' || standing === 'waiting'
  return (
    <>
      <StandingSign standing={standing} />
      {isReached && state.clock && <Clock clock={state.clock} />}
      {standing === 'live' && state.hasPicture && <QualitySign state={state} />}
    </>
  )
}

function Clock({ clock }: { clock: NonNullable<ViewingState['clock']> }) {
  const now = useNow()
  return <span className={styles.number}>{clockWords(clock.ms + now - clock.at)}</span>
}

const QUALITY_WORDS = { good: 'Good picture', fair: 'Fair picture', poor: 'Poor picture' }

function QualitySign({ state: { level, lateMs } }: { state: ViewingState }) {
  const quality = qualityOf(level, lateMs)
  return (
    <span className={styles.quality} data-quality={quality}>
      {QUALITY_WORDS[quality]}, {delayWords(lateMs)}
    </span>
  )
}

function Status({ state, onTryNow }: { state: ViewingState; onTryNow?: () => void }) {
  const said = statusOf(state)
  if (!said) return null
  return (
    <p>
      {said.words && <span>{said.words}</span>}
      {said.action === 'try now' && (
        <button type="button" onClick={onTryNow}>
          Try now
        </button>
      )}
      {said.action === 'reload' && (
        <button type="button" onClick={() => location.reload()}>
          Reload
        </button>
      )}
    </p>
  )
}
