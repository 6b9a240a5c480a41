import { WebSocketServer } from 'ws'
import { createRoom } from './tldraw.ts'

/** tldraw's in-memory room on Node with its own batching: `tldraw-room.ts FOLDER`. */
const room = createRoom(process.argv[2] ?? '')
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
let sessions = 0
server.on('connection', (socket) => room.handleSocketConnect({ sessionId: `session-${++sessions}`, socket }))
server.on('listening', () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(address.port)
})
