import type WebSocket from 'ws'
import type { ChatClientMessage } from '../../../../contract/socket/chat.ts'
import { LOG_EVENTS_MAX } from '../../../../durable-objects/chat/ChatLog.ts'
import { chatMember } from '../../../support/chat/members.ts'
import { enterRoom, type RoomAddress, sendMessage, waitForText } from '../../../support/chat/socket.ts'
import { median } from '../figure.ts'
import type { Mode } from '../mode.ts'
import type { Workerd } from '../workerd.ts'

/** In full mode, the room is filled to its capacity. */
const PLANS = {
  full: { lines: LOG_EVENTS_MAX, wakeUps: 5 },
  short: { lines: 400, wakeUps: 1 },
} satisfies Record<Mode, object>
const SPEAKERS = 20
/** Unconfirmed lines per speaker while filling. */
const AT_ONCE = 10

/**
 * Time until a full room has woken and sent its lines, from requesting the socket, and then the time until a line is
 * confirmed. Workerd restarts before each run and another room is entered first, so that only the room wakes.
 */
export async function measureWakeUps(
  site: Workerd,
  channels: { full: string; other: string },
  mode: Mode,
): Promise<{ enterMs: number; confirmMs: number }> {
  const full = { origin: site.direct.site ?? '', channel: channels.full }
  const { lines, wakeUps } = PLANS[mode]
  await fill(full, lines)
  const [enterTimes, confirmTimes]: [number[], number[]] = [[], []]
  for (let wakeUp = 0; wakeUp < wakeUps; wakeUp++) {
    await site.crash()
    ;(await enterRoom({ ...full, channel: channels.other }, await chatMember(2))).close()
    const member = await chatMember(1)
    const requestedAt = performance.now()
    const socket = await enterRoom(full, member)
    enterTimes.push(performance.now() - requestedAt)
    const sentAt = performance.now()
    await sendAndWait(socket, `wake-up-${wakeUp}`)
    confirmTimes.push(performance.now() - sentAt)
    socket.close()
  }
  return { enterMs: median(enterTimes), confirmMs: median(confirmTimes) }
}

/** Fills a room; each speaker waits for confirmation after every few lines. */
async function fill(room: RoomAddress, lines: number): Promise<void> {
  const sendAll = async (id: number) => {
    const socket = await enterRoom(room, await chatMember(id))
    for (let round = 0; round < lines / SPEAKERS / AT_ONCE; round++) {
      for (let line = 1; line < AT_ONCE; line++) sendMessage(socket, lineWithKey(`full-${id}-${round}-${line}`))
      await sendAndWait(socket, `full-${id}-${round}-last`)
    }
    socket.close()
  }
  await Promise.all(Array.from({ length: SPEAKERS }, (_, index) => sendAll(index + 1)))
}

function lineWithKey(key: string): ChatClientMessage {
  return { type: 'chat', key, message: 'a line as long as people say them in a room' }
}

async function sendAndWait(socket: WebSocket, key: string): Promise<void> {
  const received = waitForText(socket, key)
  sendMessage(socket, lineWithKey(key))
  await received
}
