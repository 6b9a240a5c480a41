import { streamChannel } from '../../../contract/channel.ts'
import { type ReplayChatReply, replayChatReply } from '../../../contract/http/streams.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { forgetMention, withoutPerson } from '../../../durable-objects/realtime/forget-person.ts'
import { log } from '../../../durable-objects/realtime/log.ts'
import { replayChatKey } from '../../../durable-objects/stream/stream.ts'
import { WorkQueue } from '../../lib/WorkQueue.ts'

const JSON_FILE = { httpMetadata: { contentType: 'application/json' } }

type ChatEnv = Pick<Cloudflare.Env, 'CHAT' | 'FILES'>
type StreamTimes = { id: number; startedAt: number | null; endedAt: number | null }
/** The chat as JSON, and the highest number of its lines, which the file has as metadata. */
type ChatCopy = { text: string; lastLine: number }

const fileOf = ({ lastLine }: ChatCopy) => ({ ...JSON_FILE, customMetadata: { lastLine: String(lastLine) } })

/** A long chat has several megabytes, and is in this isolate twice while it is copied. */
const copies = new WorkQueue({ weightMax: 2, waitingMax: 100 })
/** A copy that is changed is in this isolate several times. */
const changes = new WorkQueue({ weightMax: 1, waitingMax: 100 })

/**
 * Copies the chat of a stream, whose room deletes old lines, to its replay. Only two are copied at a time, of different
 * members, and one that is requested many times at once is copied once.
 * @throws AppError `too_many` if too many chats wait, or this one for too long.
 */
export function copyChatToReplay(env: ChatEnv, stream: StreamTimes & { userId: number }): Promise<void> {
  return copies.run({ key: String(stream.id), weight: 1, owner: String(stream.userId) }, async (isRepeated) => {
    if (isRepeated && (await env.FILES.head(replayChatKey(stream.id)))) return
    await copyRoom(env, stream)
  })
}

/** A room that changes all the time, because members edit lines, is copied this many times. The last copy is kept. */
const ROUNDS_MAX = 5

async function copyRoom(env: ChatEnv, times: StreamTimes): Promise<void> {
  const key = replayChatKey(times.id)
  let chat = await readRoom(env, times)
  for (let round = 1; round < ROUNDS_MAX; round++) {
    await env.FILES.put(key, chat.text, fileOf(chat))
    // Lines may have been removed from the room, and names replaced, before the copy existed.
    const current = await readRoom(env, times)
    if (current.text === chat.text) return
    chat = current
  }
  await replaceCopy(env, times)
}

/** Replaces the copy of a room; again if a removal changed the copy after the room was read, and would be undone. */
async function replaceCopy(env: ChatEnv, times: StreamTimes): Promise<void> {
  const key = replayChatKey(times.id)
  for (;;) {
    const copy = await env.FILES.head(key)
    if (!copy) return
    const chat = await readRoom(env, times)
    if (await env.FILES.put(key, chat.text, { ...fileOf(chat), onlyIf: { etagMatches: copy.etag } })) return
  }
}

async function readRoom(
  { CHAT }: Pick<Cloudflare.Env, 'CHAT'>,
  { id, startedAt, endedAt }: StreamTimes,
): Promise<ChatCopy> {
  const [from, to] = [startedAt ?? 0, endedAt ?? 0]
  const lines = await CHAT.getByName(streamChannel(id)).linesBetween(from, to)
  const chat: ReplayChatReply = {
    lines: lines.map(({ id, date, user, message, admin, mentions }) => ({
      id,
      atMs: Math.max(0, fromWireTime(date) - from),
      user,
      message,
      ...(admin && { admin }),
      ...(mentions && { mentions }),
    })),
  }
  return { text: JSON.stringify(chat), lastLine: lines.reduce((last, { id }) => Math.max(last, id), 0) }
}

/**
 * Removes lines from the copy of a stream's chat. An unreadable copy stays unchanged. Does not read the copy for lines
 * that are later than the stream.
 * @throws AppError `too_many` if too many copies wait for a change, or this one for too long.
 */
export async function removeFromReplayChat(
  { FILES }: Pick<Cloudflare.Env, 'FILES'>,
  streamId: number,
  removed: readonly number[],
): Promise<void> {
  if (removed.length === 0) return
  const copy = await FILES.head(replayChatKey(streamId))
  // Earlier copies have no metadata.
  const lastLine = Number(copy?.customMetadata?.lastLine ?? Number.POSITIVE_INFINITY)
  if (!copy || removed.every((id) => id > lastLine)) return
  await changeCopy(FILES, streamId, (text) => {
    const chat = parseChat(text)
    if (chat) return JSON.stringify({ lines: chat.lines.filter(({ id }) => !removed.includes(id)) })
    log('error', 'replay chat', { reason: 'unreadable' })
    return text
  })
}

/**
 * Replaces the names of members in the copy of a stream's chat, also where lines mention them.
 * @throws AppError `too_many` if too many copies wait for a change, or this one for too long.
 */
export async function forgetInReplayChat(
  { FILES }: Pick<Cloudflare.Env, 'FILES'>,
  streamId: number,
  userIds: readonly number[],
): Promise<void> {
  await changeCopy(FILES, streamId, (text) => {
    const renamed = userIds.reduce(withoutPerson, text)
    const chat = parseChat(renamed)
    return chat ? JSON.stringify({ lines: chat.lines.map((line) => userIds.reduce(forgetMention, line)) }) : renamed
  })
}

/**
 * Changes the copy of a stream's chat, if there is one; again if another change came first. Changes one at a time, of
 * each stream in turn.
 */
function changeCopy(files: R2Bucket, streamId: number, change: (text: string) => string): Promise<void> {
  const key = replayChatKey(streamId)
  return changes.run({ key, weight: 1, owner: String(streamId) }, async () => {
    for (;;) {
      const copy = await files.get(key)
      if (!copy) return
      const before = await copy.text()
      const after = change(before)
      if (after === before) return
      const { customMetadata = {} } = copy
      if (await files.put(key, after, { ...JSON_FILE, customMetadata, onlyIf: { etagMatches: copy.etag } })) return
    }
  })
}

function parseChat(text: string): ReplayChatReply | null {
  try {
    return replayChatReply.parse(JSON.parse(text))
  } catch {
    return null
  }
}
