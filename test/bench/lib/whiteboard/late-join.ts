import { decodeBoardPng } from '../../../../contract/board/board-png.ts'
import { encodeCommands } from '../../../../contract/socket/draw-commands.ts'
import { BOARD_SOCKET_PATH, boardServerEvent } from '../../../../contract/socket/whiteboard-messages.ts'
import { Replica } from '../../../../web/features/whiteboard/session/replica.ts'
import { chatMember, ticketOf } from '../../../support/chat/members.ts'
import { waitForText } from '../../../support/chat/socket.ts'
import { onEachFrame, openSocketTo } from '../../../support/open-socket.ts'
import type { Mode } from '../mode.ts'
import { type BoardConnection, drawFrame, enterBoard, sendToBoard } from './board-protocol.ts'
import { strokesOf } from './strokes.ts'

/** Each artist draws the largest allowed burst: in full mode about 4000 strokes in total. */
const PLANS = {
  full: { artists: 90, joins: 5 },
  short: { artists: 3, joins: 1 },
} satisfies Record<Mode, object>
const BATCHES_EACH = 2
const BATCH_COMMANDS = 990
/** Drawn before each join, so that some joins receive an older snapshot and others cause a new one. */
const COMMANDS_BETWEEN = 600

/** Time in ms from opening the socket to the drawn board, infinite if the join was refused, and bytes received. */
export type Join = { ms: number; bytes: number }

/** A connected client with the seed of its strokes. */
type Artist = BoardConnection & { seed: number }

/** Members join one after the other a full board whose artists are still connected. */
export async function measureJoins(origin: string, mode: Mode): Promise<Join[]> {
  const plan = PLANS[mode]
  const artists: Artist[] = []
  for (let seed = 1; seed <= plan.artists + plan.joins; seed++)
    artists.push({ seed, ...(await enterBoard(origin, seed)) })
  for (const artist of artists.slice(plan.joins)) await drawStrokes(artist, BATCHES_EACH, BATCH_COMMANDS)
  const joins: Join[] = []
  for (const artist of artists.slice(0, plan.joins)) {
    await drawStrokes(artist, 1, COMMANDS_BETWEEN)
    joins.push(await join(origin, artists.length + joins.length + 1))
  }
  for (const { socket } of artists) socket.close()
  return joins
}

/** Draws strokes and waits until all are on the board. */
async function drawStrokes(
  { socket, client, shiftIndex, seed }: Artist,
  batches: number,
  commandsEach: number,
): Promise<void> {
  const strokes = strokesOf(seed)
  const drawn = waitForText(socket, `"drawn":[${client},${batches}]`)
  for (let sequence = 1; sequence <= batches; sequence++) {
    const commands = Array.from({ length: commandsEach }, () => strokes.next().value)
    socket.send(drawFrame({ sequence, shiftIndex, commands: encodeCommands(commands) }))
  }
  await drawn
}

async function join(origin: string, id: number): Promise<Join> {
  const member = await chatMember(id)
  const chatId = await ticketOf(member)
  const replica = new Replica(decodeBoardPng)
  const openedAt = performance.now()
  const socket = await openSocketTo(origin, BOARD_SOCKET_PATH, member)
  let bytes = 0
  const drawnAfterMs = new Promise<number>((resolve) => {
    socket.once('close', () => resolve(Number.POSITIVE_INFINITY))
    onEachFrame(socket, (frame, isPicture) => {
      bytes += frame.length
      if (isPicture) replica.receivePicture(new Uint8Array(frame).buffer)
      else for (const event of JSON.parse(String(frame))) replica.receive(boardServerEvent.parse(event))
      if (replica.number !== undefined) resolve(performance.now() - openedAt)
    })
  })
  sendToBoard(socket, { type: 'auth', chatId, board: 0, userId: member.id })
  const ms = await drawnAfterMs
  socket.close()
  return { ms, bytes }
}
