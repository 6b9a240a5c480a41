import { once } from 'node:events'
import WebSocket from 'ws'

type Answer = { id?: number; result?: { usedSize?: number } }

/**
 * Heap of a worker and its objects, by workerd's inspector. Takes snapshots, because each collects garbage first; a
 * request for a collection alone is carried out later.
 */
export async function heapBytes(inspectorPort: number, worker: string): Promise<number> {
  const address = `ws://127.0.0.1:${inspectorPort}/core:user:${worker}`
  const socket = new WebSocket(address, { perMessageDeflate: false })
  await once(socket, 'open')
  const usage = new Promise<number>((resolve) => {
    socket.on('message', (data) => {
      const { id, result }: Answer = JSON.parse(String(data))
      if (id === 2) resolve(result?.usedSize ?? Number.NaN)
    })
  })
  // Objects finalized by the first collection are freed by the second.
  for (let time = 0; time < 2; time++)
    socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.takeHeapSnapshot', params: {} }))
  socket.send(JSON.stringify({ id: 2, method: 'Runtime.getHeapUsage' }))
  const bytes = await usage
  socket.close()
  return bytes
}
