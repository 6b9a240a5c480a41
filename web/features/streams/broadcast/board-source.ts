import { pixelsOf } from '../../../../contract/board/picture.ts'
import { BOARD } from '../../../../contract/limits.ts'
import {
  BOARD_SOCKET_PATH,
  type BoardClientMessage,
  type BoardServerEvent,
  boardServerEvent,
} from '../../../../contract/socket/whiteboard-messages.ts'
import { LiveConnection } from '../../../lib/live-connection.ts'
import { takeTicket } from '../../chat/queries.ts'
import { Replica } from '../../whiteboard/replica.ts'
import type { Source } from './sources.ts'
import { canCodePictures } from './track-processor.ts'

/** The board is drawn anew so often at most. */
const DRAWN_EVERY_MS = 100

/** The whiteboard as a source: it follows the board and draws it to a canvas, also in a page that is not seen. */
export function boardSource(me: number): Source {
  const canvas = Object.assign(document.createElement('canvas'), BOARD)
  const context = canvas.getContext('2d')
  const replica = new Replica(pixelsOf)
  const readers = new Set<(picture: VideoFrame) => void>()
  let waiting: ReturnType<typeof setTimeout> | undefined
  let hasBoard = false
  const draw = () => {
    waiting = undefined
    const { buffer } = replica.board.pixels
    context?.putImageData(new ImageData(new Uint8ClampedArray(buffer as ArrayBuffer), BOARD.width), 0, 0)
    for (const onPicture of readers) onPicture(new VideoFrame(canvas, { timestamp: performance.now() * 1000 }))
  }
  const connection = followBoard(me, replica, () => {
    hasBoard = true
    waiting ??= setTimeout(draw, DRAWN_EVERY_MS)
  })
  return {
    ...{ kind: 'whiteboard', preview: canvas, sound: null },
    read: (onPicture) => {
      if (!canCodePictures()) return () => undefined
      readers.add(onPicture)
      if (hasBoard) waiting ??= setTimeout(draw)
      return () => readers.delete(onPicture)
    },
    shot: () => (hasBoard ? { image: canvas, ...BOARD } : null),
    stop: () => {
      clearTimeout(waiting)
      readers.clear()
      connection.leave()
    },
    onEnded: () => undefined,
  }
}

function followBoard(
  me: number,
  replica: Replica,
  onChange: () => void,
): LiveConnection<BoardClientMessage, BoardServerEvent> {
  return new LiveConnection({
    url: new URL(BOARD_SOCKET_PATH, location.href.replace(/^http/, 'ws')).href,
    ticket: () => takeTicket('whiteboard'),
    auth: (chatId): BoardClientMessage => {
      const { client, number } = replica
      return { type: 'auth', chatId, board: 0, userId: me, client, last: number }
    },
    events: boardServerEvent,
    letsIn: ({ type }) => type === 'client',
    onEvents: (events) => {
      for (const event of events) if (replica.hear(event)) onChange()
    },
    onBytes: (bytes) => replica.hearPicture(bytes),
    onChange: () => undefined,
  })
}
