import WebSocket, { WebSocketServer } from 'ws'

/** A minimal relay: passes each message to all others, without storage. */
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
server.on('connection', (socket) => {
  socket.on('message', (frame, isBinary) => {
    if (!isBinary) return
    for (const client of server.clients)
      if (client !== socket && client.readyState === WebSocket.OPEN) client.send(frame)
  })
})
server.on('listening', () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(address.port)
})
