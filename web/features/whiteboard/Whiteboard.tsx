import { Download, History, Info, MessageSquare } from 'lucide-react'
import { memo, useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { pictureOf } from '../../../contract/board/picture.ts'
import type { CurrentUser } from '../../../contract/http/session.ts'
import { whiteboardMessages } from '../../lib/messages/whiteboard.ts'
import { useStored } from '../../lib/useStored.ts'
import { classes } from '../../ui/classes.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { chatAddress } from '../chat/chat-address.ts'
import { RoomPanel } from '../chat/RoomPanel.tsx'
import { useRoom } from '../chat/useRoom.ts'
import { carry } from '../upload/carried.ts'
import { Bar } from './Bar.tsx'
import { BoardMenu } from './BoardMenu.tsx'
import type { BoardSession, BoardState } from './board-session.ts'
import { Instructions, Intro } from './Intro.tsx'
import { ShiftProgress } from './ShiftProgress.tsx'
import { Stage } from './Stage.tsx'
import { ToolBar } from './ToolBar.tsx'
import { TOOLS_KEPT } from './tools.ts'
import { useBoardKeys } from './useBoardKeys.ts'
import { useView } from './useView.ts'
import styles from './Whiteboard.module.css'

const CHAT_KEPT = { parse: (stored: string | null) => stored !== 'hidden', kept: (on: boolean) => (on ? '' : 'hidden') }

type WhiteboardProps = { user: CurrentUser; session: BoardSession; state: BoardState }

/** The board with its tools and its chat, for a member who is at it. */
export function Whiteboard({ user, session, state }: WhiteboardProps) {
  const [isLetIn, setLetIn] = useState(false)
  const [isReading, setReading] = useState(false)
  const [isPicking, setPicking] = useState(false)
  const [hasChat, setHasChat] = useStored('whiteboard-chat', CHAT_KEPT)
  const [tools, setTools] = useStored('whiteboard-tools', TOOLS_KEPT)
  const stage = useRef<HTMLElement>(null)
  const view = useView(stage)
  const navigate = useNavigate()
  useBoardKeys({ view, onTools: setTools, onPicking: setPicking })
  const stopPicking = useCallback(() => setPicking(false), [])
  const download = async () => {
    const name = `whiteboard-${new Date().toISOString().slice(0, 10)}.png`
    carry([new File([await pictureOf(session.layer.pixels)], name, { type: 'image/png' })])
    void navigate('/upload')
  }
  const items = [
    { label: 'Instructions', icon: Info, onAction: () => setReading(true) },
    { label: 'Download as sketch', icon: Download, onAction: download, disabled: !state.hasBoard },
    { label: 'History', icon: History, to: '/whiteboard/history' },
    { label: hasChat ? 'Hide chat' : 'Show chat', icon: MessageSquare, onAction: () => setHasChat(!hasChat) },
  ]
  return (
    <div className={classes(styles.board, hasChat && styles.chatting)}>
      <Bar>
        <div className={styles.shift}>{state.shift && <ShiftProgress clock={state.shift} />}</div>
        <BoardMenu items={items} />
      </Bar>
      <ToolBar
        tools={tools}
        onTools={setTools}
        step={view.step}
        straighten={view.straighten}
        isMoved={view.isMoved}
        isPicking={isPicking}
        onPicking={setPicking}
      />
      <div className={styles.mat}>
        <Stage
          {...{ session, state, tools, stage, isPicking }}
          onTools={setTools}
          view={view.view}
          onView={view.change}
          onStraighten={view.straighten}
          onPicked={stopPicking}
          canDraw={isLetIn && state.hasBoard && !state.frozen}
        />
        <Status session={session} state={state} />
      </div>
      {hasChat && <Chat user={user} />}
      {!isLetIn && <Intro onEnter={() => setLetIn(true)} onLeave={() => void navigate('/')} />}
      {isReading && <Instructions onClose={() => setReading(false)} />}
    </div>
  )
}

/** Drawn anew when something is said, and not with every stroke. */
const Chat = memo(function Chat({ user }: { user: CurrentUser }) {
  const shown = useRoom('whiteboard', user)
  const navigate = useNavigate()
  const join = useCallback((to: string) => void navigate(chatAddress(to)), [navigate])
  return (
    <aside className={styles.chat} aria-label="Chat">
      <RoomPanel compact shown={shown} onJoin={join} />
    </aside>
  )
})

function Status({ session, state: { connection, frozen, hasBoard } }: { session: BoardSession; state: BoardState }) {
  return (
    <div role="status" className={styles.status}>
      {connection.state !== 'offline' && !hasBoard && (
        <p>
          <Spinner /> Connecting
        </p>
      )}
      {connection.state === 'offline' && (
        <p>
          <span>{whiteboardMessages.offline}</span>
          <button type="button" onClick={session.tryNow}>
            Try now
          </button>
        </p>
      )}
      {frozen && <p>{whiteboardMessages.frozen}</p>}
    </div>
  )
}
