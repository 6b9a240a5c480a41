import { useCallback, useEffect, useState } from 'react'
import type { CurrentUser } from '../../../../contract/http/auth.ts'
import type { ShownStream } from '../../../../contract/http/streams.ts'
import type { CloseReason } from '../../../lib/live-connection.ts'
import { streamMessages } from '../../../lib/messages/streams.ts'
import { useStore } from '../../../lib/store.ts'
import { LeaveDialog } from '../../../ui/LeaveDialog.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { EmbeddedRoom } from '../../chat/room/EmbeddedRoom.tsx'
import layout from '../StreamLayout.module.css'
import { StreamLayout } from '../StreamLayout.tsx'
import { BroadcastPanel } from './BroadcastPanel.tsx'
import { BroadcastBar, BroadcastConnection } from './BroadcastStatus.tsx'
import { BroadcastSession } from './broadcast-session.ts'
import { HiddenTabNotice } from './HiddenTabNotice.tsx'
import { storeLastPicture } from './last-picture.ts'
import { SourcePicker } from './SourcePicker.tsx'
import { SourcePreview, ViewersPreview } from './SourcePreview.tsx'
import { StopDialog } from './StopDialog.tsx'
import { encodePictureFile } from './stills.ts'
import type { Studio } from './studio.ts'

/** Reason why publishing from here stopped while the stream is still live. */
export type StopReason = Exclude<CloseReason, 'not_found'>

type LiveBroadcastProps = {
  studio: Studio
  stream: ShownStream
  user: CurrentUser
  onEnded: () => void
  onStopped: (reason: StopReason) => void
}

/** Page of the member's own stream while it is published from here. */
export function LiveBroadcast({ studio, stream, user, onEnded, onStopped }: LiveBroadcastProps) {
  const broadcast = useBroadcast(studio, stream.id, user.id)
  return broadcast && <BroadcastView {...{ broadcast, studio, stream, user, onEnded, onStopped }} />
}

function useBroadcast(studio: Studio, streamId: number, me: number): BroadcastSession | null {
  const [broadcast, setBroadcast] = useState<BroadcastSession | null>(null)
  const { source, microphone } = useStore(studio)
  useEffect(() => {
    const next = new BroadcastSession(streamId, me, studio.mix)
    setBroadcast(next)
    return next.enter()
  }, [studio, streamId, me])
  useEffect(() => broadcast?.capture.setSource(source), [broadcast, source])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the track changes with the microphone
  useEffect(() => broadcast?.capture.updateSound(), [broadcast, microphone])
  return broadcast
}

const VIEWS = [
  { value: 'source', label: 'Your picture' },
  { value: 'viewers', label: 'What viewers see' },
] as const

function BroadcastView({
  broadcast,
  studio,
  stream,
  user,
  onEnded,
  onStopped,
}: LiveBroadcastProps & { broadcast: BroadcastSession }) {
  const state = useStore(broadcast)
  const { source, hasSourceEnded } = useStore(studio)
  const [view, setView] = useState<'source' | 'viewers'>('source')
  const [isStopping, setStopping] = useState(false)
  const storePicture = useCallback(async () => {
    const snapshot = broadcast.capture.snapshot()
    const file = snapshot && (await encodePictureFile(snapshot, `stream-${stream.id}.png`))
    if (file) await storeLastPicture(stream.id, user.id, file)
  }, [broadcast, stream.id, user.id])
  const closed = state.connection.state === 'closed' ? state.connection.reason : null
  // After the end, a reconnecting client only learns that the stream is not found.
  const hasEnded = state.ended !== null || closed === 'not_found'
  const stopReason = hasEnded ? null : closed
  useEffect(() => {
    if (hasEnded) void storePicture().finally(onEnded)
  }, [hasEnded, storePicture, onEnded])
  useEffect(() => {
    if (stopReason) onStopped(stopReason)
  }, [stopReason, onStopped])
  return (
    <>
      <StreamLayout
        label="Your stream"
        view={
          <div className={layout.view}>
            {source &&
              (view === 'viewers' ? <ViewersPreview broadcast={broadcast} /> : <SourcePreview source={source} />)}
            <div className={layout.overlay}>
              {!source && (
                <p className={layout.message}>{hasSourceEnded ? streamMessages.sourceEnded : 'Choose what to show'}</p>
              )}
              {state.isPaused && <p className={layout.message}>Paused</p>}
            </div>
          </div>
        }
        status={
          <>
            <BroadcastConnection state={state} onReconnect={broadcast.reconnect} />
            {source?.stopsWhileHidden && !state.isPaused && <HiddenTabNotice />}
          </>
        }
        bar={
          <BroadcastBar
            state={state}
            onPause={(isPaused) => broadcast.setPaused(isPaused)}
            onStop={() => setStopping(true)}
          />
        }
        info={
          <BroadcastPanel {...{ broadcast, state, stream }}>
            <SourcePicker studio={studio} />
            <Segmented label="Preview" options={VIEWS} value={view} onChange={setView} />
          </BroadcastPanel>
        }
        chat={<EmbeddedRoom channel={stream.channel} user={user} />}
      />
      {isStopping && (
        <StopDialog stream={stream} onClose={() => setStopping(false)} before={storePicture} onStopped={onEnded} />
      )}
      <LeaveDialog isActive={!state.ended && state.connection.state !== 'closed'} title="Leave your stream?">
        {streamMessages.leave}
      </LeaveDialog>
    </>
  )
}
