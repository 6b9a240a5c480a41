import type { ReplayChat } from '../../../contract/http/stream.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { replayChatKey } from '../../../durable-objects/stream/stream.ts'
import { channelOf } from './rules.ts'

type Times = { id: number; startedAt: number | null; endedAt: number | null }

/**
 * Copies what was said beside a stream while it lived into its folder, and answers it as JSON: the room forgets it some
 * day. The lines are those that stand in the room now.
 */
export async function keepChat(
  env: Pick<Cloudflare.Env, 'CHAT' | 'FILES'>,
  { id, startedAt, endedAt }: Times,
): Promise<string> {
  const [from, to] = [startedAt ?? 0, endedAt ?? 0]
  const lines = await env.CHAT.getByName(channelOf(id)).linesBetween(from, to)
  const chat: ReplayChat = {
    lines: lines.map(({ date, user, message }) => ({ atMs: Math.max(0, fromWireTime(date) - from), user, message })),
  }
  const text = JSON.stringify(chat)
  await env.FILES.put(replayChatKey(id), text, { httpMetadata: { contentType: 'application/json' } })
  return text
}
