import {
  MEMBER_SOCKET_PATH,
  type MemberChannelEvent,
  memberChannelEvent,
} from '../../../contract/socket/member-channel.ts'
import type { Person } from './people.ts'
import { sendRequest } from './site.ts'
import { TestSocket } from './test-socket.ts'

/** The channel of an open page. */
export class ChannelClient extends TestSocket<MemberChannelEvent> {
  constructor(socket: WebSocket) {
    super(socket)
    socket.accept()
  }

  protected override receiveFrame(raw: string | ArrayBuffer): void {
    this.queueEvents([memberChannelEvent.parse(JSON.parse(String(raw)))])
  }
}

export async function openSocket(person: Person | null): Promise<ChannelClient> {
  const reply = await sendRequest(MEMBER_SOCKET_PATH, { as: person, headers: { upgrade: 'websocket' } })
  if (!reply.webSocket) throw new Error(`unexpected status ${reply.status}: ${await reply.text()}`)
  return new ChannelClient(reply.webSocket)
}

/** Opens the channel of a page and waits for the state that it starts with. */
export async function openChannel(person: Person): Promise<ChannelClient> {
  const channel = await openSocket(person)
  await channel.next('state')
  return channel
}
