import { once } from 'node:events'
import WebSocket from 'ws'
import { waitForText } from '../../../support/chat/socket.ts'
import type { Protocol } from './protocol.ts'
import { serializedSchema } from './tldraw.ts'

const PROTOCOL_VERSION = 8
/** A point is this many characters of a stroke's path; here they are the digits of the index. */
const POINT_CHARACTERS = 8
const APPENDED = '["append","'

/** The protocol of tldraw's pages: every artist appends points to a stroke. */
export function tldrawProtocol(folder: string): Protocol {
  const schema = serializedSchema(folder)
  return {
    echoes: false,
    async enter(origin, artist) {
      const socket = new WebSocket(origin.replace('http', 'ws'), { perMessageDeflate: false })
      await once(socket, 'open')
      const connectRequestId = `artist-${artist}`
      const protocolVersion = PROTOCOL_VERSION
      await waitForReply(
        socket,
        { type: 'connect', connectRequestId, lastServerClock: 0, protocolVersion, schema },
        'connect',
      )
      const id = `shape:stroke-${artist}`
      let clientClock = 1
      await waitForReply(socket, { type: 'push', clientClock, diff: { [id]: ['put', strokeOf(id)] } }, 'push_result')
      let pathLength = 0
      return {
        socket,
        nextFrame(index) {
          const path = ['append', String(index).padStart(POINT_CHARACTERS, '0'), pathLength]
          pathLength += POINT_CHARACTERS
          const segments = ['patch', { 0: ['patch', { path }] }]
          const diff = { [id]: ['patch', { props: ['patch', { segments }] }] }
          return JSON.stringify({ type: 'push', clientClock: ++clientClock, diff })
        },
      }
    },
    read(frame, onCommand) {
      const text = frame.toString('latin1')
      for (let at = text.indexOf(APPENDED); at >= 0; at = text.indexOf(APPENDED, at)) {
        at += APPENDED.length
        onCommand(Number(text.slice(at, at + POINT_CHARACTERS)))
      }
    },
  }
}

/** Sends a message and waits for its reply. */
async function waitForReply(socket: WebSocket, message: object, type: string): Promise<void> {
  const received = waitForText(socket, `"type":"${type}"`)
  socket.send(JSON.stringify(message))
  await received
}

function strokeOf(id: string) {
  const style = { color: 'black', fill: 'none', dash: 'draw', size: 'm', scale: 1, scaleX: 1, scaleY: 1 }
  const state = { isComplete: false, isClosed: false, isPen: false }
  const place = { x: 0, y: 0, rotation: 0, index: 'a1', parentId: 'page:page', isLocked: false, opacity: 1 }
  const props = { ...style, ...state, segments: [{ type: 'free', path: '' }] }
  return { id, typeName: 'shape', type: 'draw', ...place, props, meta: {} }
}
