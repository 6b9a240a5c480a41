import { decodeBoardPng } from '../../../../contract/board/board-png.ts'
import { BOARD } from '../../../../contract/limits.ts'
import {
  BOARD_SOCKET_PATH,
  type BoardClientMessage,
  type BoardServerEvent,
  boardServerEvent,
} from '../../../../contract/socket/whiteboard-messages.ts'
import { type LiveRoom, LiveSession, type LiveState } from '../../../lib/live-session.ts'
import { Replica } from '../../whiteboard/session/replica.ts'
import type { Source } from './source.ts'
import { canEncodePictures } from './track-reader.ts'

/** Interval of the canvas's updates. */
const DRAW_MS = 100

/** Whiteboard as a source of a stream; drawn to a canvas also while the page is hidden. */
export function boardSource(userId: number): Source {
  const canvas = Object.assign(document.createElement('canvas'), BOARD)
  const context = canvas.getContext('2d')
  const readers = new Set<(picture: VideoFrame) => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasBoard = false
  const draw = () => {
    timer = undefined
    const { buffer } = board.replica.board.pixels
    context?.putImageData(new ImageData(new Uint8ClampedArray(buffer as ArrayBuffer), BOARD.width), 0, 0)
    for (const onPicture of readers) onPicture(new VideoFrame(canvas, { timestamp: performance.now() * 1000 }))
  }
  const board = new BoardFollower(userId, () => {
    hasBoard = true
    timer ??= setTimeout(draw, DRAW_MS)
  })
  const leave = board.enter()
  return {
    kind: 'whiteboard',
    preview: canvas,
    sound: null,
    read: (onPicture) => {
      if (!canEncodePictures()) return () => undefined
      readers.add(onPicture)
      if (hasBoard) timer ??= setTimeout(draw)
      return () => readers.delete(onPicture)
    },
    snapshot: () => (hasBoard ? { image: canvas, ...BOARD } : null),
    stopsWhileHidden: false,
    stop: () => {
      clearTimeout(timer)
      readers.clear()
      leave()
    },
    onEnded: () => undefined,
  }
}

class BoardFollower extends LiveSession<LiveState, BoardClientMessage, BoardServerEvent> {
  readonly replica = new Replica(decodeBoardPng)
  protected readonly room: LiveRoom<BoardClientMessage, BoardServerEvent>
  readonly #onChange: () => void

  constructor(userId: number, onChange: () => void) {
    super({ connection: { state: 'connecting' } })
    this.#onChange = onChange
    this.room = {
      path: BOARD_SOCKET_PATH,
      channel: 'whiteboard',
      auth: (chatId) => {
        const { client, number } = this.replica
        return { type: 'auth', chatId, board: 0, userId, client, last: number }
      },
      events: boardServerEvent,
      isAdmission: ({ type }) => type === 'client',
    }
  }

  protected override onEvents(events: BoardServerEvent[]): void {
    for (const event of events) if (this.replica.receive(event)) this.#onChange()
  }

  protected override onBytes(bytes: ArrayBuffer): void {
    this.replica.receivePicture(bytes)
  }
}
