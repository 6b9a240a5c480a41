import { useQuery } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Person } from '../../../../contract/http/users.ts'
import type { BoardLogReply } from '../../../../contract/http/whiteboard.ts'
import { BOARD, BOARD_LOG_CACHE_SECONDS } from '../../../../contract/limits.ts'
import { dateTimeText } from '../../../lib/format.ts'
import { whiteboardMessages } from '../../../lib/messages/whiteboard.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { useStore } from '../../../lib/store.ts'
import { AvatarLink } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { MemberLink } from '../../../ui/MemberLink.tsx'
import { Progress } from '../../../ui/Progress.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { Slider } from '../../../ui/Slider.tsx'
import { PageSpinner } from '../../../ui/Spinner.tsx'
import { useBlocked } from '../../users/blocked.ts'
import { useBoardView } from '../drawing/board-view.ts'
import { CursorAvatars } from '../drawing/CursorAvatars.tsx'
import { logReader } from '../log-reader.ts'
import { boardLogQuery } from '../queries.ts'
import { type Cursors, cursorsWithout } from '../session/cursors.ts'
import styles from './TimeLapse.module.css'
import { TimeLapsePlayer, type TimeLapseState } from './time-lapse-player.ts'
import { flushAt, SPEEDS, sliderMax, sliderPositionOf } from './timeline.ts'

/** No cache has a reply that is older, also where it counts whole seconds. */
const CACHED_MAX_MS = (BOARD_LOG_CACHE_SECONDS + 1) * 1000

/** Time-lapse of the last 24 hours [2 §2 Whiteboard]. */
export function TimeLapse() {
  const { data, isError, isFetching, dataUpdatedAt, refetch } = useQuery(boardLogQuery)
  const [isFirst, setIsFirst] = useState(true)
  const reload = useCallback(() => {
    setIsFirst(false)
    void refetch()
  }, [refetch])
  if (isError && !isFetching) return <Failed onRetry={() => void refetch()} />
  if (!data) return <PageSpinner />
  if (data.start.number === data.last.number) return <EmptyState>{whiteboardMessages.nothingDrawn}</EmptyState>
  return <LoadedTimeLapse key={dataUpdatedAt} log={data} isFirst={isFirst} onReload={reload} />
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return <LoadFailure onRetry={onRetry}>{whiteboardMessages.timeLapseFailed}</LoadFailure>
}

type LoadedTimeLapseProps = {
  log: BoardLogReply
  /** The log was not loaded again yet. */
  isFirst: boolean
  /** Loads the log again; the failed one may no longer exist. */
  onReload: () => void
}

function LoadedTimeLapse({ log, isFirst, onReload }: LoadedTimeLapseProps) {
  const [player] = useState(() => {
    const { revision, last } = log
    return new TimeLapsePlayer(log, logReader({ revision, last: last.number }))
  })
  const state = useStore(player)
  const isReloading = useOneReload({ isFirst, isReplaced: state.failed === 'permanently', onReload })
  const toggle = () => (player.state().isPlaying ? player.pause() : player.play())
  useEffect(() => {
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) player.play()
    return () => player.pause()
  }, [player])
  useShortcuts({
    get ' '() {
      // The space key belongs to a focused button or link.
      return document.activeElement?.matches('a, button') ? undefined : toggle
    },
  })
  const onSpace = (event: KeyboardEvent) => {
    if (event.key !== ' ') return
    event.preventDefault()
    if (!event.repeat) toggle()
  }
  const cursors = cursorsWithout(useBlocked(), state)
  return (
    <section className={styles.timeLapse} aria-label="Time-lapse">
      <Screen player={player} state={state} cursors={cursors} />
      <div className={styles.controls}>
        <Button variant="primary" icon={state.isPlaying ? Pause : Play} onClick={toggle}>
          {state.isPlaying ? 'Pause' : 'Play'}
        </Button>
        <Segmented label="Speed" options={SPEEDS} value={state.speed} onChange={(speed) => player.setSpeed(speed)} />
        <div className={styles.slider}>
          <Slider
            label="Moment"
            max={sliderMax(log)}
            value={sliderPositionOf(log, state.number)}
            format={() => dateTimeText(state.time)}
            onChange={(position) => player.seek(flushAt(log, position))}
            onKeyDown={onSpace}
          />
        </div>
        <div className={styles.state}>
          {state.loading && (!state.failed || isReloading) && (
            <Progress label="Loading the drawing" value={state.loading.blocks} max={state.loading.of} />
          )}
          {state.failed && !isReloading && (
            <Failed onRetry={state.failed === 'permanently' ? onReload : () => player.retry()} />
          )}
        </div>
      </div>
      <CursorNames cursors={cursors} artists={state.artists} />
    </section>
  )
}

type OneReload = Pick<LoadedTimeLapseProps, 'isFirst' | 'onReload'> & { isReplaced: boolean }

/**
 * Loads a replaced log again, once. Its reply came from a cache where the log was rewritten a moment before. True until
 * the new log is there.
 */
function useOneReload({ isFirst, isReplaced, onReload }: OneReload): boolean {
  // Remains true while the new log loads.
  const [isAllowed] = useState(isFirst)
  const isReloading = isAllowed && isReplaced
  useEffect(() => {
    if (!isReloading) return
    const timer = setTimeout(onReload, CACHED_MAX_MS)
    return () => clearTimeout(timer)
  }, [isReloading, onReload])
  return isReloading
}

type ScreenProps = { player: TimeLapsePlayer; state: TimeLapseState; cursors: Cursors }

function Screen({ player, state, cursors }: ScreenProps) {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const { view } = useBoardView(box)
  usePaintedBoard(player, canvas)
  return (
    <div ref={box} className={styles.screen}>
      <canvas
        ref={canvas}
        width={BOARD.width}
        height={BOARD.height}
        role="img"
        aria-label="Time-lapse of the board"
        aria-busy={!state.isDrawn}
      />
      <CursorAvatars cursors={cursors} artists={state.artists} view={view} />
    </div>
  )
}

function usePaintedBoard(player: TimeLapsePlayer, canvas: RefObject<HTMLCanvasElement | null>): void {
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const { buffer } = player.pixels
    const image = new ImageData(new Uint8ClampedArray(buffer as ArrayBuffer), BOARD.width)
    return player.show(() => context.putImageData(image, 0, 0))
  }, [player, canvas])
}

export function CursorNames({ cursors, artists }: { cursors: Cursors; artists: ReadonlyMap<number, Person> }) {
  const people = new Map(
    [...cursors.keys()].flatMap((client) => artists.get(client) ?? []).map((person) => [person.id, person]),
  )
  return (
    <section className={styles.names} aria-labelledby="time-lapse-names">
      <h2 id="time-lapse-names">Drawing at this moment</h2>
      {people.size === 0 ? (
        <p>No one</p>
      ) : (
        <ul>
          {[...people.values()].map(({ id, nickname, avatar }) => (
            <li key={id}>
              <AvatarLink userId={id} nickname={nickname} avatar={avatar} />
              <MemberLink id={id} nickname={nickname} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
