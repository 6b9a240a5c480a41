import type { MemberNews } from '../../../contract/socket/member-channel.ts'
import { log } from '../../../durable-objects/realtime/log.ts'

/**
 * Notifies the open pages of a member that something of theirs has changed. Called after the change is stored, and
 * after the reply. A failure is only logged: a page reads the same facts when it connects again or is opened.
 */
export async function tellMember(
  env: Pick<Cloudflare.Env, 'MEMBER_CHANNEL'>,
  memberId: number,
  news: MemberNews,
): Promise<void> {
  try {
    await env.MEMBER_CHANNEL.getByName(String(memberId)).tell(news)
  } catch (error) {
    log('error', 'tell member', { news, reason: error instanceof Error ? error.name : 'unknown' })
  }
}

/** Closes the channels of all open pages of a member whose sessions have ended. A failure is only logged. */
export async function closeMemberChannel(env: Pick<Cloudflare.Env, 'MEMBER_CHANNEL'>, memberId: number): Promise<void> {
  try {
    await env.MEMBER_CHANNEL.getByName(String(memberId)).endAll()
  } catch (error) {
    log('error', 'close member channel', { reason: error instanceof Error ? error.name : 'unknown' })
  }
}
