import { setTimeout } from 'node:timers/promises'
import { cpuSeconds } from '../process-facts.ts'
import { boardProtocol } from './board-protocol.ts'
import { type BoardArtist, INDEX_MAX } from './protocol.ts'
import { relayProtocol } from './relay-protocol.ts'
import { tldrawProtocol } from './tldraw-protocol.ts'

/** Load of one run: artists who each draw single commands at this rate. */
export type BoardLoadPlan = {
  /** Protocol of the server; tldraw's with the folder of its packages. */
  protocol: 'board' | 'relay' | { tldraw: string }
  origin: string
  serverPid: number
  artists: number
  commandsPerSecond: number
  seconds: number
  /** Wait before the first command, while joins are still announced. */
  settleMs: number
}

/**
 * Result of one run, printed by this process. Times are from sending to arrival at each client in ms; a missing
 * command counts with the full waiting time. `bytes` were sent to artists.
 */
export type BoardLoadResult = {
  commands: number
  delivered: number
  missing: number
  p50: number
  p99: number
  bytes: number
  serverCpuSeconds: number
  /** Share of a core that the load generator used. */
  generatorCpu: number
}

/** Wait for late commands. */
const DRAIN_MS = 8000
const AT_ONCE = 20

/** Runs all sockets in one process: `generate-load.ts PLAN`. */
const plan = JSON.parse(process.argv[2] ?? '') as BoardLoadPlan
const protocol = protocolOf(plan)
const artists: BoardArtist[] = []
while (artists.length < plan.artists) {
  const first = artists.length + 1
  const batch = Array.from({ length: Math.min(AT_ONCE, plan.artists - artists.length) }, (_, index) =>
    protocol.enter(plan.origin, first + index),
  )
  artists.push(...(await Promise.all(batch)))
}
await setTimeout(plan.settleMs)
console.log(JSON.stringify(await generateLoad()))
process.exit(0)

function protocolOf({ protocol }: BoardLoadPlan) {
  if (protocol === 'board') return boardProtocol
  return protocol === 'relay' ? relayProtocol : tldrawProtocol(protocol.tldraw)
}

async function generateLoad(): Promise<BoardLoadResult> {
  const commands = plan.artists * plan.commandsPerSecond * plan.seconds
  if (commands > INDEX_MAX) throw new Error(`${commands} commands cannot be distinguished`)
  const sentAt = new Float64Array(commands)
  const times = new Float64Array(commands * (protocol.echoes ? plan.artists : plan.artists - 1))
  let [delivered, bytes] = [0, 0]
  const receivedBy = artists.map(({ socket }, client) => {
    const received = new Uint8Array(commands)
    // Commands that are not echoed count as received.
    if (!protocol.echoes) for (let own = client; own < commands; own += plan.artists) received[own] = 1
    socket.on('message', (frame: Buffer) => {
      const now = performance.now()
      bytes += frame.length
      protocol.read(frame, (index) => {
        // A lagging client receives some commands again.
        if (received[index] !== 0) return
        received[index] = 1
        times[delivered++] = now - (sentAt[index] ?? 0)
      })
    })
    return received
  })
  const started = performance.now()
  const [serverBefore, before] = [cpuSeconds(plan.serverPid), process.cpuUsage()]
  await sendCommands(sentAt)
  const until = performance.now() + DRAIN_MS
  while (delivered < times.length && performance.now() < until) await setTimeout(5)
  const { user, system } = process.cpuUsage(before)
  const ended = performance.now()
  const serverCpuSeconds = cpuSeconds(plan.serverPid) - serverBefore
  addMissing(times.subarray(delivered), receivedBy, sentAt)
  times.sort()
  return {
    commands,
    delivered,
    missing: times.length - delivered,
    p50: times[Math.floor(times.length * 0.5)] ?? Number.NaN,
    p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
    bytes,
    serverCpuSeconds,
    generatorCpu: (user + system) / 1000 / (ended - started),
  }
}

/** Missing commands count with the time until the end of the wait. */
function addMissing(times: Float64Array, receivedBy: readonly Uint8Array[], sentAt: Float64Array): void {
  const now = performance.now()
  let place = 0
  for (const received of receivedBy)
    for (const [index, sentTime] of sentAt.entries()) if (received[index] === 0) times[place++] = now - sentTime
}

/** Draws at a constant rate, by the artists in turn, and records send times. */
async function sendCommands(sentAt: Float64Array): Promise<void> {
  const perSecond = plan.artists * plan.commandsPerSecond
  const started = performance.now()
  for (let sent = 0; sent < sentAt.length; await setTimeout(1)) {
    const due = Math.min(sentAt.length, Math.ceil(((performance.now() - started) / 1000) * perSecond))
    for (; sent < due; sent++) {
      const artist = artists[sent % artists.length]
      sentAt[sent] = performance.now()
      artist?.socket.send(artist.nextFrame(sent))
    }
  }
}
