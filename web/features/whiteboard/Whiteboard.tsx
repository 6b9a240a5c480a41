import { CalendarClock, Download, History, Info, MessageSquare, Snowflake, Users } from 'lucide-react'
import { useRef, useState } from 'react'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import type { DrawPolicy } from '../../../contract/http/whiteboard.ts'
import { percentText } from '../../lib/format.ts'
import { boardRefusalMessage, hiddenMarksText, whiteboardMessages } from '../../lib/messages/whiteboard.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { useStored } from '../../lib/useStored.ts'
import { classes } from '../../ui/classes.ts'
import { lazyComponent, MISSING_CONTENT } from '../../ui/lazy-component.tsx'
import type { MenuEntry } from '../../ui/Menu.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { StatusStrip } from '../../ui/StatusStrip.tsx'
import { ArtistDialogs } from './artists/ArtistDialogs.tsx'
import { type Authors, useAuthors } from './artists/useAuthors.ts'
import { BoardHeader } from './BoardHeader.tsx'
import { BoardMenu } from './BoardMenu.tsx'
import { BoardStage } from './drawing/BoardStage.tsx'
import { useBoardView } from './drawing/board-view.ts'
import type { Point } from './drawing/stroke.ts'
import { ToolBar } from './drawing/ToolBar.tsx'
import { colourHex, type Pointing, TOOLS_CODEC } from './drawing/tools.ts'
import { useBoardKeys } from './drawing/useBoardKeys.ts'
import { useInputDevice } from './drawing/useInputDevice.ts'
import { useSpaceHeld } from './drawing/useSpaceHeld.ts'
import { Instructions } from './Instructions.tsx'
import { useSetDrawPolicy } from './queries.ts'
import { ShiftProgress } from './ShiftProgress.tsx'
import { SketchDialog } from './SketchDialog.tsx'
import type { BoardSession } from './session/board-session.ts'
import { type BoardState, drawRefusal } from './session/board-state.ts'
import styles from './Whiteboard.module.css'

// Loaded separately: chat is as large as the board.
const EmbeddedRoom = lazyComponent(
  () => import('../chat/room/EmbeddedRoom.tsx'),
  'EmbeddedRoom',
  undefined,
  <p className={styles.missingChat}>{MISSING_CONTENT}</p>,
)

const CHAT_CODEC = {
  parse: (stored: string | null) => stored !== 'hidden',
  serialize: (on: boolean) => (on ? '' : 'hidden'),
}

type WhiteboardProps = { user: CurrentUser; session: BoardSession; state: BoardState }

export function Whiteboard({ user, session, state }: WhiteboardProps) {
  const [open, setOpen] = useState<'instructions' | 'sketch' | null>(null)
  const [pointing, setPointing] = useState<Pointing>(null)
  const [isChatShown, setChatShown] = useStored('whiteboard-chat', CHAT_CODEC)
  const [tools, setTools] = useStored('whiteboard-tools', TOOLS_CODEC)
  const stage = useRef<HTMLElement>(null)
  const view = useBoardView(stage)
  const device = useInputDevice()
  const isPanning = useSpaceHeld(stage)
  useBoardKeys({ view, onTools: setTools, onPointing: setPointing })
  const authors = useAuthors(session, state)
  const [isListingArtists, setListingArtists] = useState(false)
  const onPoint = (point: Point) => {
    setPointing(null)
    if (pointing === 'author') return authors.ask(point)
    const colour = session.colourAt(point)
    if (colour !== null) setTools((tools) => ({ ...tools, colour: colourHex(colour) }))
  }
  const moderationItems = useModerationItems(state)
  const items = [
    { label: 'Instructions', icon: Info, onAction: () => setOpen('instructions') },
    { label: 'Download as sketch', icon: Download, onAction: () => setOpen('sketch'), disabled: !state.hasBoard },
    { label: 'History', icon: History, to: '/whiteboard/history' },
    { label: 'Artists', icon: Users, onAction: () => setListingArtists(true), disabled: !state.hasBoard },
    { label: isChatShown ? 'Hide chat' : 'Show chat', icon: MessageSquare, onAction: () => setChatShown(!isChatShown) },
  ]
  return (
    <div className={classes(styles.board, isChatShown && styles.withChat)}>
      <BoardHeader>
        <div className={styles.shift}>{state.shift && <ShiftProgress clock={state.shift} />}</div>
        <BoardMenu items={items} more={user.gloperator ? moderationItems : []} />
      </BoardHeader>
      <ToolBar
        tools={tools}
        onTools={setTools}
        step={view.step}
        reset={view.reset}
        isMoved={view.isMoved}
        device={device}
        pointing={pointing}
        onPointing={setPointing}
      />
      <div className={styles.stageArea}>
        <BoardStage
          {...{ session, state, tools, stage }}
          isPanning={isPanning}
          isPointing={pointing !== null}
          onPoint={onPoint}
          onTools={setTools}
          view={view.view}
          onView={view.change}
          onReset={view.reset}
          canDraw={state.hasBoard && drawRefusal(state) === null}
        />
        <Status
          {...{ session, state, authors }}
          focusBoard={() => stage.current?.focus({ preventScroll: true })}
          onCancelPick={pointing === 'author' ? () => setPointing(null) : undefined}
        />
      </div>
      {isChatShown && (
        <aside className={styles.chat} aria-label="Chat">
          <EmbeddedRoom channel="whiteboard" user={user} />
        </aside>
      )}
      <ArtistDialogs
        {...{ user, session, authors, isListingArtists }}
        onAsk={() => {
          setListingArtists(false)
          setPointing('author')
        }}
        onClose={() => setListingArtists(false)}
      />
      {open === 'instructions' && <Instructions device={device} onClose={() => setOpen(null)} />}
      {open === 'sketch' && <SketchDialog session={session} authors={authors} onClose={() => setOpen(null)} />}
    </div>
  )
}

type StatusProps = {
  session: BoardSession
  state: BoardState
  authors: Authors
  /** Set while the member picks a place to see who drew there. */
  onCancelPick?: () => void
  /** Keeps the focus when a pressed button of the status disappears. */
  focusBoard: () => void
}

function Status({ session, state, authors, onCancelPick, focusBoard }: StatusProps) {
  const { connection, hasBoard } = state
  const { hidden, progress, showAll } = authors
  const refusal = drawRefusal(state)
  const thenFocusBoard = (action: () => void) => () => {
    action()
    focusBoard()
  }
  return (
    <StatusStrip className={styles.status}>
      {connection.state !== 'offline' && !hasBoard && (
        <p>
          <Spinner /> Connecting
        </p>
      )}
      {connection.state === 'offline' && (
        <p>
          <span>{whiteboardMessages.offline}</span>
          <button type="button" onClick={thenFocusBoard(session.reconnect)}>
            Try now
          </button>
        </p>
      )}
      {refusal && <p>{boardRefusalMessage(refusal)}</p>}
      {onCancelPick && (
        <p>
          <span>{whiteboardMessages.pickPlaceHint}</span>
          <button type="button" onClick={thenFocusBoard(onCancelPick)}>
            Cancel
          </button>
        </p>
      )}
      {typeof progress === 'number' && progress < 1 && <p>{`Loading the last 24 hours: ${percentText(progress)}`}</p>}
      {hidden.length > 0 && (
        <p>
          <span>{hiddenMarksText(hidden.length)}</span>
          <button type="button" onClick={thenFocusBoard(showAll)}>
            Show all
          </button>
        </p>
      )}
    </StatusStrip>
  )
}

/** Staff's menu entries of the draw policy [2 §6]. */
function useModerationItems({ policy }: BoardState): MenuEntry[] {
  const { mutate } = useSetDrawPolicy()
  const change = (changed: Partial<DrawPolicy>) => () =>
    mutate({ ...policy, ...changed }, { onError: () => toastFailure(whiteboardMessages.policyFailed) })
  const { frozen, excludesNewMembers } = policy
  return [
    { label: frozen ? 'Unfreeze' : 'Freeze', icon: Snowflake, onAction: change({ frozen: !frozen }) },
    {
      label: excludesNewMembers ? 'Allow new members' : 'Pause new members',
      icon: CalendarClock,
      onAction: change({ excludesNewMembers: !excludesNewMembers }),
    },
  ]
}
