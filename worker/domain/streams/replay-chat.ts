import { streamChannel } from '../../../contract/channel.ts'
import { type ReplayChatReply, replayChatReply } from '../../../contract/http/streams.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { forgetMention, withoutPerson } from '../../../durable-objects/realtime/forget-person.ts'
import { log } from '../../../durable-objects/realtime/log.ts'
import { replayChatKey } from '../../../durable-objects/stream/stream.ts'

type StreamTimes = { id: number; startedAt: number | null; endedAt: number | null }

/** Copies the chat of a stream, whose room deletes old lines, to its replay. Returns the copy as JSON. */
export async function copyChatToReplay(
  env: Pick<Cloudflare.Env, 'CHAT' | 'FILES'>,
  times: StreamTimes,
): Promise<string> {
  let chat = await readRoom(env, times)
  for (;;) {
    const text = await storeChat(env.FILES, times.id, chat)
    // Lines may have been removed from the room before the copy existed. They must be removed from it here.
    const current = await readRoom(env, times)
    const remaining = new Set(current.lines.map(({ id }) => id))
    const lines = chat.lines.filter(({ id }) => remaining.has(id))
    if (lines.length === chat.lines.length) return text
    chat = { lines }
  }
}

async function readRoom(
  { CHAT }: Pick<Cloudflare.Env, 'CHAT'>,
  { id, startedAt, endedAt }: StreamTimes,
): Promise<ReplayChatReply> {
  const [from, to] = [startedAt ?? 0, endedAt ?? 0]
  const lines = await CHAT.getByName(streamChannel(id)).linesBetween(from, to)
  return {
    lines: lines.map(({ id, date, user, message, admin, mentions }) => ({
      id,
      atMs: Math.max(0, fromWireTime(date) - from),
      user,
      message,
      ...(admin && { admin }),
      ...(mentions && { mentions }),
    })),
  }
}

/** Removes lines from the copy of a stream's chat. An unreadable copy stays unchanged. */
export async function removeFromReplayChat(
  { FILES }: Pick<Cloudflare.Env, 'FILES'>,
  streamId: number,
  removed: readonly number[],
): Promise<void> {
  const copy = removed.length > 0 ? await FILES.get(replayChatKey(streamId)) : null
  if (!copy) return
  const chat = parseChat(await copy.text())
  if (!chat) return log('error', 'replay chat', { reason: 'unreadable' })
  const rest: ReplayChatReply = { lines: chat.lines.filter(({ id }) => !removed.includes(id)) }
  if (rest.lines.length < chat.lines.length) await storeChat(FILES, streamId, rest)
}

/** Replaces the names of members in the copy of a stream's chat, also where lines mention them. */
export async function forgetInReplayChat(
  { FILES }: Pick<Cloudflare.Env, 'FILES'>,
  streamId: number,
  userIds: readonly number[],
): Promise<void> {
  const text = await (await FILES.get(replayChatKey(streamId)))?.text()
  if (text === undefined) return
  const renamed = userIds.reduce(withoutPerson, text)
  const chat = parseChat(renamed)
  const rest = chat ? JSON.stringify({ lines: chat.lines.map((line) => userIds.reduce(forgetMention, line)) }) : renamed
  if (rest !== text)
    await FILES.put(replayChatKey(streamId), rest, { httpMetadata: { contentType: 'application/json' } })
}

function parseChat(text: string): ReplayChatReply | null {
  try {
    return replayChatReply.parse(JSON.parse(text))
  } catch {
    return null
  }
}

async function storeChat(files: R2Bucket, streamId: number, chat: ReplayChatReply): Promise<string> {
  const text = JSON.stringify(chat)
  await files.put(replayChatKey(streamId), text, { httpMetadata: { contentType: 'application/json' } })
  return text
}
