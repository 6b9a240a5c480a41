import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { CurrentUser } from '../../../../contract/http/auth.ts'
import type { ShownStream } from '../../../../contract/http/streams.ts'
import type { Closed } from '../../../lib/live-connection.ts'
import { streamMessages } from '../../../lib/messages/streams.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import { StreamChat } from '../StreamChat.tsx'
import layout from '../StreamLayout.module.css'
import { StreamLayout } from '../StreamLayout.tsx'
import { Broadcast } from './broadcast.ts'
import { Leaving } from './Leaving.tsx'
import { keepLastPicture } from './last-picture.ts'
import { OwnBar } from './OwnBar.tsx'
import { OwnDesk } from './OwnDesk.tsx'
import { OwnStatus } from './OwnStatus.tsx'
import { SourcePreview, ViewersPreview } from './Preview.tsx'
import { SourcePicker } from './SourcePicker.tsx'
import { StopDialog } from './StopDialog.tsx'
import { pictureFile } from './stills.ts'
import type { Studio } from './studio.ts'

/** Why a stream that goes on is not sent from here any more. */
export type Cut = Exclude<Closed, 'not_found'>

type OnAirProps = {
  studio: Studio
  stream: ShownStream
  user: CurrentUser
  onOver: () => void
  onCut: (why: Cut) => void
}

/** One's own stream while it is sent from here. */
export function OnAir({ studio, stream, user, onOver, onCut }: OnAirProps) {
  const broadcast = useBroadcast(studio, stream.id, user.id)
  return broadcast && <Shown {...{ broadcast, studio, stream, user, onOver, onCut }} />
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

function Shown({ broadcast, studio, stream, user, onOver, onCut }: OnAirProps & { broadcast: Broadcast }) {
  const state = useSyncExternalStore(broadcast.subscribe, broadcast.state)
  const { source, hasSourceEnded } = useSyncExternalStore(studio.subscribe, studio.state)
  const [view, setView] = useState<'source' | 'viewers'>('source')
  const [isStopping, setStopping] = useState(false)
  const keepPicture = useCallback(async () => {
    const shot = broadcast.capture.shot()
    const file = shot && (await pictureFile(shot, `stream-${stream.id}.png`))
    if (file) await keepLastPicture(stream.id, file)
  }, [broadcast, stream.id])
  const closed = state.connection.state === 'closed' ? state.connection.why : null
  // Who comes back after it has ended hears only that it is not there.
  const hasEnded = state.ended !== null || closed === 'not_found'
  const cut = hasEnded ? null : closed
  useEffect(() => {
    if (hasEnded) void keepPicture().finally(onOver)
  }, [hasEnded, keepPicture, onOver])
  useEffect(() => {
    if (cut) onCut(cut)
  }, [cut, onCut])
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
        status={<OwnStatus state={state} onTryNow={broadcast.tryNow} />}
        bar={<OwnBar state={state} onPause={(paused) => broadcast.pause(paused)} onStop={() => setStopping(true)} />}
        info={
          <OwnDesk {...{ broadcast, state, stream }}>
            <SourcePicker studio={studio} />
            <Segmented label="Preview" options={VIEWS} value={view} onChange={setView} />
          </OwnDesk>
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
