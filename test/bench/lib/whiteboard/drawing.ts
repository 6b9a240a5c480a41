import { setTimeout } from 'node:timers/promises'
import { cpuSeconds } from '../process-facts.ts'
import { boardProtocol } from './board-protocol.ts'
import { type Drawer, INDEX_MAX } from './protocol.ts'
import { relayProtocol } from './relay-protocol.ts'
import { tldrawProtocol } from './tldraw-protocol.ts'

/** Artists who each draw single commands at this rate. */
export type DrawingPlan = {
  /** tldraw's with its folder. */
  by: 'board' | 'relay' | { tldraw: string }
  origin: string
  serverPid: number
  artists: number
  commandsPerSecond: number
  seconds: number
  /** Wait before the first command, while joins are still announced. */
  settleMs: number
}

/**
 * Result of one drawing, printed by this process. Times are from sending to arrival at each client in ms; a missing
 * command counts with the full waiting time. `bytes` were sent to artists.
 */
export type DrawingResult = {
  drawn: number
  delivered: number
  missing: number
  p50: number
  p99: number
  bytes: number
  serverCpuSeconds: number
  generatorCpu: number
}

/** Wait for late commands. */
const DRAIN_MS = 8000
const AT_ONCE = 20

/** Runs all sockets in one process: `drawing.ts PLAN`. */
const plan = JSON.parse(process.argv[2] ?? '') as DrawingPlan
const protocol = protocolOf(plan)
const drawers: Drawer[] = []
while (drawers.length < plan.artists) {
  const first = drawers.length + 1
  const some = Array.from({ length: Math.min(AT_ONCE, plan.artists - drawers.length) }, (_, index) =>
    protocol.enter(plan.origin, first + index),
  )
  drawers.push(...(await Promise.all(some)))
}
await setTimeout(plan.settleMs)
console.log(JSON.stringify(await draw(plan)))
process.exit(0)

function protocolOf({ by }: DrawingPlan) {
  if (by === 'board') return boardProtocol
  return by === 'relay' ? relayProtocol : tldrawProtocol(by.tldraw)
}

async function draw({ artists, commandsPerSecond, seconds, serverPid }: DrawingPlan): Promise<DrawingResult> {
  const commands = artists * commandsPerSecond * seconds
  if (commands > INDEX_MAX) throw new Error(`${commands} commands cannot be distinguished`)
  const sentAt = new Float64Array(commands)
  const times = new Float64Array(commands * (protocol.echoes ? artists : artists - 1))
  let [delivered, bytes] = [0, 0]
  const receivedBy = drawers.map(({ socket }, client) => {
    const received = new Uint8Array(commands)
    // Commands that are not echoed count as received.
    if (!protocol.echoes) for (let own = client; own < commands; own += artists) received[own] = 1
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
  const [serverBefore, before] = [cpuSeconds(serverPid), process.cpuUsage()]
  await drawAll(sentAt)
  const until = performance.now() + DRAIN_MS
  while (delivered < times.length && performance.now() < until) await setTimeout(5)
  const { user, system } = process.cpuUsage(before)
  const ended = performance.now()
  const serverCpuSeconds = cpuSeconds(serverPid) - serverBefore
  addMissing(times.subarray(delivered), receivedBy, sentAt)
  times.sort()
  return {
    drawn: commands,
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
  let at = 0
  for (const received of receivedBy)
    for (const [index, sent] of sentAt.entries()) if (received[index] === 0) times[at++] = now - sent
}

/** Draws at a constant rate, by the artists in turn, and records send times. */
async function drawAll(sentAt: Float64Array): Promise<void> {
  const perSecond = plan.artists * plan.commandsPerSecond
  const started = performance.now()
  for (let drawn = 0; drawn < sentAt.length; await setTimeout(1)) {
    const due = Math.min(sentAt.length, Math.ceil(((performance.now() - started) / 1000) * perSecond))
    for (; drawn < due; drawn++) {
      const drawer = drawers[drawn % drawers.length]
      sentAt[drawn] = performance.now()
      drawer?.socket.send(drawer.nextFrame(drawn))
    }
  }
}
