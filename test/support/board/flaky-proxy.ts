import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

const HOST = '127.0.0.1'

/** Bytes that pass in each direction before the connection breaks. */
export type ByteBudget = { up: number; down: number }

/**
 * A TCP proxy that breaks connections after some bytes, at any point of a frame. The rest of the upstream bytes is
 * lost, or delivered later by `deliverLateBytes`, when the client may have reconnected.
 */
export class FlakyProxy {
  readonly #server: Server
  #late: (() => void) | null = null
  readonly origin: string
  breakCount = 0

  private constructor(server: Server) {
    this.#server = server
    this.origin = `http://${HOST}:${(server.address() as AddressInfo).port}`
  }

  /** `nextBudget` is called for each connection. */
  static async to(port: number, nextBudget: () => ByteBudget): Promise<FlakyProxy> {
    const server = createServer({ noDelay: true })
    server.listen(0, HOST)
    await once(server, 'listening')
    const proxy = new FlakyProxy(server)
    server.on('connection', (near) => proxy.#join(near, connect({ port, host: HOST, noDelay: true }), nextBudget()))
    return proxy
  }

  #join(near: Socket, far: Socket, { up, down }: ByteBudget): void {
    let isBroken = false
    const breakOff = (rest?: Buffer) => {
      if (isBroken) return
      isBroken = true
      this.breakCount++
      this.deliverLateBytes()
      near.destroy()
      if (!rest) far.destroy()
      else this.#late = () => far.end(rest, () => far.destroy())
    }
    near.on('data', (bytes) => {
      if (isBroken) return
      far.write(bytes.subarray(0, up))
      if (bytes.length >= up) breakOff(bytes.subarray(up))
      up -= bytes.length
    })
    far.on('data', (bytes) => {
      if (isBroken) return
      near.write(bytes.subarray(0, down))
      if (bytes.length >= down) breakOff()
      down -= bytes.length
    })
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on('error', () => socket.destroy())
      socket.on('close', () => isBroken || other.destroy())
    }
  }

  /** Delivers the upstream bytes that were pending at the last break. */
  deliverLateBytes(): void {
    this.#late?.()
    this.#late = null
  }

  close(): void {
    this.deliverLateBytes()
    this.#server.close()
  }
}
