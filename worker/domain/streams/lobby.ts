import { streamStartMessage } from '../../../durable-objects/chat/messages.ts'
import { log } from '../../../durable-objects/realtime/log.ts'
import { roomMemberOf } from '../chat/room-member.ts'

const LOBBY = 'lobby'

type Env = Pick<Cloudflare.Env, 'CHAT'>

/** Idempotency key of the line that announces a stream. */
const startKey = (id: number) => `stream-${id}-live`

type LobbyStream = { id: number; title: string; user: Parameters<typeof roomMemberOf>[0] }

/** Posts the line that announces a stream in the lobby. A failure is only logged. */
export async function announceInLobby(env: Env, { id, title, user }: LobbyStream): Promise<void> {
  const line = {
    key: startKey(id),
    // The lobby has no owner and no group.
    from: { ...roomMemberOf(user), fan: false, inGroup: false },
    message: streamStartMessage(title),
    link: { path: `/stream/${id}`, label: 'Watch' },
  }
  try {
    await env.CHAT.getByName(LOBBY).postStreamStart(LOBBY, line)
  } catch (error) {
    // Members are notified even if the lobby is not.
    log('error', 'announce stream', { reason: error instanceof Error ? error.name : 'unknown' })
  }
}

/** Marks the line that announced a stream in the lobby as ended. */
export async function announceEndInLobby(env: Env, id: number): Promise<void> {
  await env.CHAT.getByName(LOBBY).postStreamEnd(startKey(id))
}

/**
 * Deletes the line that announced a stream in the lobby, because the lobby announces no mature streams, nor those whose
 * replay is mature.
 */
export async function withdrawFromLobby(env: Env, { id, userId }: { id: number; userId: number }): Promise<void> {
  await env.CHAT.getByName(LOBBY).withdrawStreamStart(userId, startKey(id))
}
