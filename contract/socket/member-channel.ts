import * as z from 'zod/mini'
import { wireTime } from '../time.ts'

/**
 * Protocol of a member's channel, the socket of every open page of a member. The server sends one event a frame; the
 * client sends only `ping`, which is answered by `pong`. Every socket starts with `state`, so that a page finds out
 * what it missed while it was not connected. The other events carry no content: the page reads what they name again.
 */
export const memberChannelEvent = z.discriminatedUnion('type', [
  /**
   * The member's state when the socket was opened: unread notifications and messages, and the start of a ban or of an
   * open warning.
   */
  z.object({ type: z.literal('state'), unread: z.int(), unreadMessages: z.int(), bannedAt: z.nullable(wireTime) }),
  /** A ban, a warning, the end of one, or a change of roles or of an impersonation. */
  z.object({ type: z.literal('standing') }),
  /** The unread messages of other members changed. */
  z.object({ type: z.literal('mail') }),
  /** The unread notifications changed. */
  z.object({ type: z.literal('notifications') }),
  /** A block that the member made, or that was made against them, began or ended. */
  z.object({ type: z.literal('blocks') }),
])
export type MemberChannelEvent = z.infer<typeof memberChannelEvent>
export type MemberState = Extract<MemberChannelEvent, { type: 'state' }>
export type MemberNews = Exclude<MemberChannelEvent['type'], 'state'>

export const MEMBER_SOCKET_PATH = '/socket/member'
