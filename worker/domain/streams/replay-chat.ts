import { streamChannel } from '../../../contract/channel.ts'
import { type ReplayChat, replayChat } from '../../../contract/http/streams.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { log } from '../../../durable-objects/realtime/log.ts'
import { replayChatKey } from '../../../durable-objects/stream/stream.ts'

type Times = { id: number; startedAt: number | null; endedAt: number | null }

/**
 * Copies what was said beside a stream while it lived into its folder, and answers it as JSON: the room forgets it some
 * day. The lines are those that stand in the room now.
 */
export async function keepChat(env: Pick<Cloudflare.Env, 'CHAT' | 'FILES'>, times: Times): Promise<string> {
  let chat = await readRoom(env, times)
  for (;;) {
    const text = await store(env.FILES, times.id, chat)
    // What was taken away meanwhile was told before there was this copy to take it out of.
    const now = await readRoom(env, times)
    const standing = new Set(now.lines.map(({ id }) => id))
    const lines = chat.lines.filter(({ id }) => standing.has(id))
    if (lines.length === chat.lines.length) return text
    chat = { lines }
  }
}

async function readRoom(
  { CHAT }: Pick<Cloudflare.Env, 'CHAT'>,
  { id, startedAt, endedAt }: Times,
): Promise<ReplayChat> {
  const [from, to] = [startedAt ?? 0, endedAt ?? 0]
  const lines = await CHAT.getByName(streamChannel(id)).linesBetween(from, to)
  return {
    lines: lines.map(({ id, date, user, message, admin }) => ({
      id,
      atMs: Math.max(0, fromWireTime(date) - from),
      user,
      message,
      ...(admin && { admin }),
    })),
  }
}

/** Takes lines that are gone from a stream's room out of what was copied from it; a copy that nobody can read stays. */
export async function removeFromChat(
  { FILES }: Pick<Cloudflare.Env, 'FILES'>,
  streamId: number,
  gone: readonly number[],
): Promise<void> {
  const kept = gone.length > 0 ? await FILES.get(replayChatKey(streamId)) : null
  if (!kept) return
  const chat = parsed(await kept.text())
  if (!chat) return log('error', 'replay chat', { reason: 'unreadable' })
  const left: ReplayChat = { lines: chat.lines.filter(({ id }) => !gone.includes(id)) }
  if (left.lines.length < chat.lines.length) await store(FILES, streamId, left)
}

function parsed(text: string): ReplayChat | null {
  try {
    return replayChat.parse(JSON.parse(text))
  } catch {
    return null
  }
}

async function store(files: R2Bucket, streamId: number, chat: ReplayChat): Promise<string> {
  const text = JSON.stringify(chat)
  await files.put(replayChatKey(streamId), text, { httpMetadata: { contentType: 'application/json' } })
  return text
}
