import { CirclePause, CirclePlay, CircleStop } from 'lucide-react'
import { type FormEvent, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { CurrentUser } from '../../../../contract/http/session.ts'
import type { ShownStream } from '../../../../contract/http/stream.ts'
import { CHAPTER_MAX } from '../../../../contract/limits.ts'
import { clockWords, streamClosed, streamMessages, viewsInAll, watchingNow } from '../../../lib/messages/streams.ts'
import { Button } from '../../../ui/Button.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { show } from '../../../ui/toast.ts'
import { StreamChat } from '../StreamChat.tsx'
import layout from '../StreamLayout.module.css'
import { StreamLayout } from '../StreamLayout.tsx'
import { useNow } from '../watch/useNow.ts'
import { Broadcast, type BroadcastState } from './broadcast.ts'
import { Leaving } from './Leaving.tsx'
import { keepLastPicture } from './last-picture.ts'
import { SourcePreview, ViewersPreview } from './Preview.tsx'
import styles from './Sheet.module.css'
import { SourcePicker } from './SourcePicker.tsx'
import { StopDialog } from './StopDialog.tsx'
import { pictureFile } from './stills.ts'
import type { Studio } from './studio.ts'

type OnAirProps = { studio: Studio; stream: ShownStream; user: CurrentUser; onOver: () => void }

/** One's own stream while it is sent from here. */
export function OnAir({ studio, stream, user, onOver }: OnAirProps) {
  const broadcast = useBroadcast(studio, stream.id, user.id)
  return broadcast && <Shown {...{ broadcast, studio, stream, user, onOver }} />
}

/** What a stream is sent by; it follows what is picked to be shown and heard. */
function useBroadcast(studio: Studio, streamId: number, me: number): Broadcast | null {
  const [broadcast, setBroadcast] = useState<Broadcast | null>(null)
  const { source, microphone } = useSyncExternalStore(studio.subscribe, studio.state)
  useEffect(() => {
    const next = new Broadcast(streamId, me, studio.mix)
    setBroadcast(next)
    return () => next.leave()
  }, [studio, streamId, me])
  useEffect(() => broadcast?.capture.show(source), [broadcast, source])
  // biome-ignore lint/correctness/useExhaustiveDependencies: which sound there is changes with the microphone
  useEffect(() => broadcast?.capture.hear(), [broadcast, microphone])
  return broadcast
}

const VIEWS = [
  { value: 'source', label: 'What you show' },
  { value: 'viewers', label: 'What viewers see' },
] as const

function Shown({ broadcast, studio, stream, user, onOver }: OnAirProps & { broadcast: Broadcast }) {
  const state = useSyncExternalStore(broadcast.subscribe, broadcast.state)
  const { source, hasSourceEnded } = useSyncExternalStore(studio.subscribe, studio.state)
  const [view, setView] = useState<'source' | 'viewers'>('source')
  const [isStopping, setStopping] = useState(false)
  const keepPicture = useCallback(async () => {
    const shot = broadcast.capture.shot()
    const file = shot && (await pictureFile(shot, `stream-${stream.id}.png`))
    if (file) keepLastPicture(stream.id, file)
  }, [broadcast, stream.id])
  const hasEnded = state.ended !== null
  useEffect(() => {
    if (hasEnded) void keepPicture().finally(onOver)
  }, [hasEnded, keepPicture, onOver])
  return (
    <>
      <StreamLayout
        label="Your stream"
        view={
          <div className={layout.view}>
            {source &&
              (view === 'viewers' ? <ViewersPreview broadcast={broadcast} /> : <SourcePreview source={source} />)}
            <div className={layout.over}>
              {!source && (
                <p className={layout.words}>{hasSourceEnded ? streamMessages.sourceEnded : 'Pick what to show'}</p>
              )}
              {state.isPaused && <p className={layout.words}>Paused</p>}
            </div>
          </div>
        }
        status={<Status state={state} onTryNow={broadcast.tryNow} />}
        bar={<OwnBar state={state} onPause={(paused) => broadcast.pause(paused)} onStop={() => setStopping(true)} />}
        info={
          <div className={styles.source}>
            <h1 className={styles.title}>{stream.title}</h1>
            <Facts state={state} />
            <div className={styles.desk}>
              <SourcePicker studio={studio} />
              <Segmented label="Preview" options={VIEWS} value={view} onChange={setView} />
            </div>
            <ChapterForm broadcast={broadcast} />
          </div>
        }
        chat={<StreamChat channel={stream.channel} user={user} />}
      />
      {isStopping && (
        <StopDialog stream={stream} onClose={() => setStopping(false)} before={keepPicture} onStopped={onOver} />
      )}
      <Leaving isLive={!state.ended && state.connection.state !== 'closed'} />
    </>
  )
}

type OwnBarProps = { state: BroadcastState; onPause: (paused: boolean) => void; onStop: () => void }

function OwnBar({ state, onPause, onStop }: OwnBarProps) {
  const { connection, isPaused, counts } = state
  return (
    <>
      {connection.state !== 'closed' && <span className={layout.live}>{isPaused ? 'Paused' : 'Live'}</span>}
      <OwnClock state={state} />
      <span className={layout.quality}>{watchingNow(counts.watching)}</span>
      <span className={layout.space} />
      <Button icon={isPaused ? CirclePlay : CirclePause} onClick={() => onPause(!isPaused)}>
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <Button icon={CircleStop} onClick={onStop}>
        Stop
      </Button>
    </>
  )
}

function OwnClock({ state: { clock } }: { state: BroadcastState }) {
  const now = useNow()
  return <span className={layout.number}>{clock ? clockWords(clock.ms + now - clock.at) : '0:00'}</span>
}

/** What viewers get: how large, how coded, how much of it, and how they keep up. */
function Facts({ state: { coding, bitrate, counts, keepUp, lag } }: { state: BroadcastState }) {
  const { picture } = coding
  return (
    <p className={styles.liveFacts}>
      <span>{picture ? `${picture.width} × ${picture.height}, ${codecName(picture.codec)}` : 'Stills'}</span>
      {picture && <span>{`up to ${(bitrate / 1_000_000).toFixed(1)} Mbit/s`}</span>}
      <span>{viewsInAll(counts.total)}</span>
      {keepUp + lag > 0 && <span>{`${keepUp} keep up, ${lag} do not`}</span>}
    </p>
  )
}

const codecName = (codec: string) => (codec.startsWith('vp09') ? 'VP9' : codec === 'vp8' ? 'VP8' : 'H.264')

function Status({
  state: { connection, isFull, coding, clock },
  onTryNow,
}: {
  state: BroadcastState
  onTryNow: () => void
}) {
  if (connection.state === 'closed') {
    return (
      <p>
        <span>{streamClosed[connection.why]}</span>
        <button type="button" onClick={() => location.reload()}>
          Reload
        </button>
      </p>
    )
  }
  if (connection.state === 'offline') {
    return (
      <p>
        <span>{isFull ? streamMessages.full : streamMessages.offline}</span>
        <button type="button" onClick={onTryNow}>
          Try now
        </button>
      </p>
    )
  }
  if (isFull) return <p>{streamMessages.full}</p>
  if (connection.state === 'connecting') return <p>{streamMessages.connecting}</p>
  return clock && !coding.picture && !('VideoEncoder' in globalThis) ? <p>{streamMessages.stillsInstead}</p> : null
}

function ChapterForm({ broadcast }: { broadcast: Broadcast }) {
  const [title, setTitle] = useState('')
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (!title.trim()) return
    if (!broadcast.chapter(title.trim())) {
      show(streamMessages.offline, { kind: 'error' })
      return
    }
    show(`Chapter: ${title.trim()}`)
    setTitle('')
  }
  return (
    <form className={styles.chapter} onSubmit={add}>
      <TextField
        label="Chapter that begins now"
        hideLabel
        placeholder="Chapter that begins now"
        maxLength={CHAPTER_MAX}
        autoComplete="off"
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <Button type="submit">Add</Button>
    </form>
  )
}
