import { WebSocketServer } from 'ws'

/** A minimal broadcaster: parses each line and sends it to all as a frame of its own, without storage. */
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
let number = 0
server.on('connection', (socket) => {
  socket.on('message', (frame) => {
    const { message, key } = JSON.parse(String(frame)) as { message: string; key: string }
    const line = JSON.stringify([{ number: ++number, key, message, date: Date.now() }])
    for (const client of server.clients) client.send(line)
  })
})
server.on('listening', () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(address.port)
})
