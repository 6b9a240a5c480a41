import { pixelsOf } from '../../../../contract/board/picture.ts'
import { encodeCommands } from '../../../../contract/socket/whiteboard.ts'
import { BOARD_SOCKET_PATH, boardServerEvent } from '../../../../contract/socket/whiteboard-messages.ts'
import { Replica } from '../../../../web/features/whiteboard/replica.ts'
import { chatMember, ticketOf } from '../../../support/chat/members.ts'
import { hearing, openSocketAt } from '../../../support/chat/socket.ts'
import { drawFrame, enterBoard, sayOnBoard } from './board-protocol.ts'
import { strokesOf } from './strokes.ts'

/** Each of these draws so many batches, which is no more than one may at once: some 4000 strokes, all over the board. */
const ARTISTS = 90
const BATCHES_EACH = 2
const BATCH_COMMANDS = 990
const JOINS = 5
/** So much is drawn before each who joins: some are told it with an older picture, for some a new one is taken. */
const COMMANDS_BETWEEN = 600

/** One who joined: milliseconds from opening the socket to having drawn the board, and bytes that they were sent. */
export type Join = { ms: number; bytes: number }

/** Members come to a board that is full, one after the other. */
export async function measureJoins(origin: string): Promise<Join[]> {
  for (let artist = 1; artist <= ARTISTS; artist++) await drawStrokes(origin, artist, BATCHES_EACH, BATCH_COMMANDS)
  const joins: Join[] = []
  for (let id = ARTISTS + 1; joins.length < JOINS; id += 2) {
    await drawStrokes(origin, id, 1, COMMANDS_BETWEEN)
    joins.push(await join(origin, id + 1))
  }
  return joins
}

/** Someone comes, draws, and goes when all of it is on the board. */
async function drawStrokes(origin: string, id: number, batches: number, commandsEach: number): Promise<void> {
  const { socket, shiftIndex } = await enterBoard(origin, id)
  const strokes = strokesOf(id)
  for (let sequence = 1; sequence <= batches; sequence++) {
    const commands = Array.from({ length: commandsEach }, () => strokes.next().value)
    socket.send(drawFrame({ sequence, shiftIndex, commands: encodeCommands(commands) }))
  }
  const drawn = hearing(socket, '"type":"hash"')
  sayOnBoard(socket, { type: 'hash' })
  await drawn
  socket.close()
}

async function join(origin: string, id: number): Promise<Join> {
  const who = await chatMember(id)
  const chatId = await ticketOf(who)
  const replica = new Replica(pixelsOf)
  const asked = performance.now()
  const socket = await openSocketAt(origin, BOARD_SOCKET_PATH, who)
  let bytes = 0
  const drawn = new Promise<void>((resolve, reject) => {
    socket.once('close', (code) => reject(new Error(`closed with ${code}`)))
    socket.on('message', (frame: Buffer<ArrayBuffer>, isPicture: boolean) => {
      bytes += frame.length
      if (isPicture) replica.hearPicture(new Uint8Array(frame).buffer)
      else for (const event of JSON.parse(String(frame))) replica.hear(boardServerEvent.parse(event))
      if (replica.number !== undefined) resolve()
    })
  })
  sayOnBoard(socket, { type: 'auth', chatId, board: 0, userId: who.id })
  await drawn
  const ms = performance.now() - asked
  socket.close()
  return { ms, bytes }
}
