import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { chatSocketPath } from '../../../contract/socket/chat.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { addBan } from '../../support/worker/bans.ts'
import { addChannel, ChatClient, enterRoom } from '../../support/worker/chat.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { sendRequestWith } from '../../support/worker/site.ts'

/** Calls each object of a namespace, and removes the member's visits before the reply arrives. */
function envLosingVisits(name: 'CHAT' | 'WHITEBOARD', { id }: Person): Cloudflare.Env {
  const namespace = env[name]
  const getByName = (key: string) => {
    const stub = namespace.getByName(key)
    return {
      fetch: async (request: Request) => {
        const reply = await stub.fetch(request)
        await env.DB.prepare('DELETE FROM chat_room_sessions WHERE user_id = ?').bind(id).run()
        return reply
      },
      revokeSessions: (sessions: { userId: number }, code: number) => stub.revokeSessions(sessions, code),
    }
  }
  return { ...env, [name]: { ...namespace, getByName } }
}

async function openSocketWith(bindings: Cloudflare.Env, as: Person, path: string): Promise<ChatClient> {
  const { webSocket } = await sendRequestWith(bindings, path, { as, headers: { upgrade: 'websocket' } })
  if (!webSocket) throw new Error('no socket')
  return new ChatClient(webSocket)
}

describe('the sockets of a removed visit', () => {
  it('a socket of a room closes if its visit was removed while it was connecting', async () => {
    const member = await addPerson()
    const path = chatSocketPath(await addChannel())
    const socket = await openSocketWith(envLosingVisits('CHAT', member), member, path)
    expect(await socket.closed()).toBe(SOCKET_CLOSE.restarting)
  })

  it('a socket of the whiteboard closes if its visit was removed while it was connecting', async () => {
    const member = await addPerson()
    const socket = await openSocketWith(envLosingVisits('WHITEBOARD', member), member, '/socket/whiteboard')
    expect(await socket.closed()).toBe(SOCKET_CLOSE.restarting)
  })

  it('a ban closes the sockets of a member who entered a room', async () => {
    const member = await addPerson()
    const socket = await enterRoom(member, await addChannel())
    await socket.next('channel')
    await addBan(member, 24)
    expect(await socket.closed()).toBe(SOCKET_CLOSE.forbidden)
  })
})
