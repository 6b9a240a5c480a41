import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { channelKind, normalizeChannel } from '../../../contract/channel.ts'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { chatMessages } from '../../lib/messages/chat.ts'
import { useUser } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { ErrorScreen } from '../../ui/EmptyState.tsx'
import { Horizontal } from '../../ui/layout.tsx'
import { Page } from '../../ui/Page.tsx'
import { RequireLogin } from '../../ui/RequireLogin.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import styles from './ChatPage.module.css'
import { chatAddress, LOBBY } from './chat-address.ts'
import { roomQuery } from './queries.ts'
import { RoomHead } from './room/RoomHead.tsx'
import { PeopleList, RoomList } from './room/RoomLists.tsx'
import { RoomPanel } from './room/RoomPanel.tsx'
import { chatSessionOf } from './session/chat-session.ts'
import { roomName } from './session/room-view.ts'
import { useChatRoom } from './session/useChatRoom.ts'

/** Page of a chat room [2 §2]: log, people and other rooms. */
export function ChatPage() {
  const { room = LOBBY } = useParams()
  const user = useUser()
  const channel = normalizeChannel(room)
  if (!channel) throw new Response(null, { status: 404 })
  if (channel !== room) return <Navigate to={chatAddress(channel)} replace />
  return (
    <>
      {!user?.chatId && <title>{`${titleOf(roomName(channel))} – ${PRODUCT_NAME}`}</title>}
      <RequireLogin sentence={chatMessages.loginNeeded}>
        <ChatEntry channel={channel} />
      </RequireLogin>
    </>
  )
}

const titleOf = (name: string) => `${name} – Chat`

function ChatEntry({ channel }: { channel: string }) {
  const user = useUser()
  if (!user) return null
  if (!user.chatId) return <ErrorScreen>{chatMessages.accountCannotChat}</ErrorScreen>
  return (
    <KnownRoom key={channel} channel={channel} user={user}>
      <Chat channel={channel} user={user} />
    </KnownRoom>
  )
}

type KnownRoomProps = { channel: string; user: CurrentUser; children: ReactNode }

/** Shows a room that exists, and asks before it creates one. */
function KnownRoom({ channel, user, children }: KnownRoomProps) {
  const [wasEntered] = useState(() => chatSessionOf(channel, user.id).state().view.entered !== null)
  const [isWanted, setWanted] = useState(channelKind(channel) !== 'open' || wasEntered)
  const { data, isError } = useQuery({ ...roomQuery(channel), enabled: !isWanted })
  // After a failure, the room itself reports if it cannot be entered.
  if (isWanted || isError || data?.state === 'open') return children
  if (!data) return <PageSpinner />
  const isReserved = data.state === 'reserved'
  return (
    <>
      <title>{`${titleOf(roomName(channel))} – ${PRODUCT_NAME}`}</title>
      <ErrorScreen
        title={isReserved ? `No room ${channel}` : `There is no room ${channel} yet`}
        action={
          <Horizontal>
            <ButtonLink to={chatAddress(LOBBY)}>Lobby</ButtonLink>
            {!isReserved && (
              <Button variant="primary" onClick={() => setWanted(true)}>
                Open the room
              </Button>
            )}
          </Horizontal>
        }
      >
        {isReserved ? chatMessages.reserved : chatMessages.missing}
      </ErrorScreen>
    </>
  )
}

function Chat({ channel, user }: { channel: string; user: CurrentUser }) {
  const room = useChatRoom(channel, user)
  const navigate = useNavigate()
  const join = useCallback((to: string) => void navigate(chatAddress(to)), [navigate])
  const rooms = <RoomList room={room} onJoin={join} />
  const people = <PeopleList room={room} />
  return (
    <Page title={titleOf(room.name)} fill className={styles.chat}>
      <div className={styles.rooms}>
        <h2 className={styles.title}>Rooms</h2>
        {rooms}
      </div>
      <div className={styles.room}>
        <RoomHead room={room} rooms={rooms} people={people} />
        <RoomPanel key={channel} room={room} onJoin={join} />
      </div>
      <aside className={styles.people}>
        <h2 className={styles.title}>Here now</h2>
        {people}
      </aside>
    </Page>
  )
}
