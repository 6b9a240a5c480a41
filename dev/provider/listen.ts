import { createServer, type RequestListener, type Server } from 'node:http'

/** Listens on every given loopback address; returns a function that closes all servers. */
export async function listen(
  { port, hosts }: { port: number; hosts: string[] },
  listener: RequestListener,
): Promise<() => Promise<void>> {
  const servers: Server[] = []
  const close = async () => {
    await Promise.all(servers.map(closeServer))
  }

  for (const host of hosts) {
    // A connection that the server closes while a slow machine is about to use it again would fail a call.
    const server = createServer({ keepAliveTimeout: 0 }, listener)
    try {
      await open(server, port, host)
      servers.push(server)
    } catch (error) {
      // A machine may have only IPv4 or only IPv6.
      if (hosts.length > 1 && isMissingAddress(error)) continue
      await close()
      throw isPortTaken(error) ? portTakenError(error, host, port) : error
    }
  }
  if (servers.length === 0) throw new Error('The local sign-in found no loopback address to listen on.')
  return close
}

function open(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, ipv6Only: true }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()))
    server.closeAllConnections()
  })
}

function portTakenError(cause: Error, host: string, port: number): Error {
  const message = `The local sign-in cannot listen on ${host}, port ${port}: something else is using it.`
  return Object.assign(new Error(message, { cause }), { code: 'EADDRINUSE' })
}

function isPortTaken(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

function isMissingAddress(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(String(error.code))
}
