import { Hono } from 'hono'
import { MEMBER_SOCKET_PATH, type MemberState } from '../../../contract/socket/member-channel.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import type { ChannelHandshake } from '../../../durable-objects/member-channel/MemberChannel.ts'
import { openSocketAt, refusedSocket } from '../../../durable-objects/realtime/handshake.ts'
import { currentBanOf } from '../../domain/bans/rules.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { AppError } from '../../lib/app-error.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { limitRate, requireOwnOrigin } from '../../middleware/guards.ts'
import { viewerOf } from '../../middleware/session.ts'

export const memberChannelRoutes = new Hono<AppEnv>().get(
  MEMBER_SOCKET_PATH,
  requireOwnOrigin,
  limitRate('WRITE_RATE'),
  async (c) => {
    const viewer = await viewerOf(c)
    const session = c.var.sessionHash
    if (c.req.header('upgrade') !== 'websocket') throw new AppError(viewer ? 'not_a_socket' : 'not_logged_in')
    if (!viewer || !session) return refusedSocket(SOCKET_CLOSE.notLoggedIn, 'not logged in')
    const handshake = { session, state: stateOf(viewer, Date.now()) }
    // The session belongs to the member of staff, whose channel closes the socket with the session.
    const memberId = c.var.impersonation?.staffId ?? viewer.id
    return openSocketAt<ChannelHandshake>(c.env.MEMBER_CHANNEL.getByName(String(memberId)), handshake)
  },
)

function stateOf(viewer: Viewer, now: number): MemberState {
  const { unreadNotificationsCount: unread, unreadMessagesCount: unreadMessages } = viewer
  return { type: 'state', unread, unreadMessages, bannedAt: currentBanOf(viewer, now)?.dateStart ?? null }
}
