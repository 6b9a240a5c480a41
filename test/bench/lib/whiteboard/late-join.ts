import { decodeBoardPng } from '../../../../contract/board/board-png.ts'
import { encodeCommands } from '../../../../contract/socket/draw-commands.ts'
import { BOARD_SOCKET_PATH, boardServerEvent } from '../../../../contract/socket/whiteboard-messages.ts'
import { Replica } from '../../../../web/features/whiteboard/session/replica.ts'
import { chatMember, ticketOf } from '../../../support/chat/members.ts'
import { eachFrame, hearing, openSocketAt } from '../../../support/chat/socket.ts'
import type { Mode } from '../mode.ts'
import { type AtBoard, drawFrame, enterBoard, sayOnBoard } from './board-protocol.ts'
import { strokesOf } from './strokes.ts'

/** Each artist draws the most batches that are allowed at once: in full some 4000 strokes, all over the board. */
const PLANS = {
  full: { artists: 90, joins: 5 },
  short: { artists: 3, joins: 1 },
} satisfies Record<Mode, object>
const BATCHES_EACH = 2
const BATCH_COMMANDS = 990
/** So much is drawn before each who joins: some are told it with an older picture, for some a new one is taken. */
const COMMANDS_BETWEEN = 600

/**
 * One who joined: milliseconds from opening the socket to having drawn the board, without end for someone who was sent
 * away instead, and bytes that they were sent.
 */
export type Join = { ms: number; bytes: number }

/** Someone at the board, and by which seed they draw. */
type Artist = AtBoard & { seed: number }

/** Members come, one after the other, to a board that was filled by others, who are there still. */
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

/** Someone draws, while nobody else does; answered when all of it is on the board. */
async function drawStrokes(
  { socket, client, shiftIndex, seed }: Artist,
  batches: number,
  commandsEach: number,
): Promise<void> {
  const strokes = strokesOf(seed)
  const drawn = hearing(socket, `"drawn":[${client},${batches}]`)
  for (let sequence = 1; sequence <= batches; sequence++) {
    const commands = Array.from({ length: commandsEach }, () => strokes.next().value)
    socket.send(drawFrame({ sequence, shiftIndex, commands: encodeCommands(commands) }))
  }
  await drawn
}

async function join(origin: string, id: number): Promise<Join> {
  const who = await chatMember(id)
  const chatId = await ticketOf(who)
  const replica = new Replica(decodeBoardPng)
  const asked = performance.now()
  const socket = await openSocketAt(origin, BOARD_SOCKET_PATH, who)
  let bytes = 0
  const drawn = new Promise<number>((resolve) => {
    socket.once('close', () => resolve(Number.POSITIVE_INFINITY))
    eachFrame(socket, (frame, isPicture) => {
      bytes += frame.length
      if (isPicture) replica.receivePicture(new Uint8Array(frame).buffer)
      else for (const event of JSON.parse(String(frame))) replica.receive(boardServerEvent.parse(event))
      if (replica.number !== undefined) resolve(performance.now() - asked)
    })
  })
  sayOnBoard(socket, { type: 'auth', chatId, board: 0, userId: who.id })
  const ms = await drawn
  socket.close()
  return { ms, bytes }
}
