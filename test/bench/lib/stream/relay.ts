import WebSocket, { WebSocketServer } from 'ws'

/** The least that can pass on a stream: each message as it is, to all others, kept nowhere. */
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
