import { streamChannel } from '../../../contract/channel.ts'
import { type ReplayChat, replayChat } from '../../../contract/http/stream.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { replayChatKey } from '../../../durable-objects/stream/stream.ts'

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
  const lines = await env.CHAT.getByName(streamChannel(id)).linesBetween(from, to)
  const chat: ReplayChat = {
    lines: lines.map(({ id, date, user, message }) => ({
      id,
      atMs: Math.max(0, fromWireTime(date) - from),
      user,
      message,
    })),
  }
  return store(env.FILES, id, chat)
}

/** Takes lines that are gone from a stream's room out of what was copied from it. */
export async function removeFromChat(
  { FILES }: Pick<Cloudflare.Env, 'FILES'>,
  streamId: number,
  gone: readonly number[],
): Promise<void> {
  const kept = gone.length > 0 ? await FILES.get(replayChatKey(streamId)) : null
  if (!kept) return
  const { lines } = replayChat.parse(await kept.json())
  const left: ReplayChat = { lines: lines.filter(({ id }) => !gone.includes(id)) }
  if (left.lines.length < lines.length) await store(FILES, streamId, left)
}

async function store(files: R2Bucket, streamId: number, chat: ReplayChat): Promise<string> {
  const text = JSON.stringify(chat)
  await files.put(replayChatKey(streamId), text, { httpMetadata: { contentType: 'application/json' } })
  return text
}
