import { setTimeout } from 'node:timers/promises'
import WebSocket from 'ws'
import { chatMember } from '../../../support/chat/members.ts'
import { enterRoom } from '../../../support/chat/socket.ts'
import { cpuSeconds } from '../process-facts.ts'

/**
 * Load of one run: the first `speakers` of all members send lines at this rate to all, in a room or through a bare
 * broadcaster.
 */
export type ChatLoadPlan = {
  origin: string
  /** Null at a broadcaster, which has no rooms. */
  channel: string | null
  serverPid: number
  members: number
  speakers: number
  linesPerSecond: number
  seconds: number
  /** Wait before the first line, while user lists are still sent. */
  settleMs: number
}

/** Result of one run, printed by this process. Times are from sending to arrival at each member, in ms. */
export type ChatLoadResult = {
  delivered: number
  missing: number
  p50: number
  p99: number
  serverCpuSeconds: number
  /** Share of a core that the load generator used. */
  generatorCpu: number
}

/** Wait for late lines. */
const DRAIN_MS = 8000
const STAMP = '"message":"'

/** Runs all sockets in one process: `generate-load.ts PLAN`. */
const plan = JSON.parse(process.argv[2] ?? '') as ChatLoadPlan
const sockets: WebSocket[] = []
while (sockets.length < plan.members) {
  const first = sockets.length + 1
  const batch = Array.from({ length: Math.min(20, plan.members - sockets.length) }, (_, index) => enter(first + index))
  sockets.push(...(await Promise.all(batch)))
}
await setTimeout(plan.settleMs)
console.log(JSON.stringify(await generateLoad(plan)))
process.exit(0)

async function enter(id: number): Promise<WebSocket> {
  const { origin, channel } = plan
  if (channel !== null) return enterRoom({ origin, channel }, await chatMember(id))
  const socket = new WebSocket(origin.replace('http', 'ws'), { perMessageDeflate: false })
  await new Promise((resolve) => socket.once('open', resolve))
  return socket
}

async function generateLoad({ linesPerSecond, seconds, members, serverPid }: ChatLoadPlan): Promise<ChatLoadResult> {
  const lines = linesPerSecond * seconds
  const times = new Float64Array(lines * members)
  let delivered = 0
  for (const socket of sockets) {
    socket.on('message', (frame: Buffer) => {
      const now = performance.now()
      for (const stamp of stampsIn(frame)) times[delivered++] = now - stamp
    })
  }
  const started = performance.now()
  const [serverBefore, before] = [cpuSeconds(serverPid), process.cpuUsage()]
  await sendLines(lines)
  const until = performance.now() + DRAIN_MS
  while (delivered < times.length && performance.now() < until) await setTimeout(5)
  const { user, system } = process.cpuUsage(before)
  const sorted = times.subarray(0, delivered).sort()
  return {
    delivered,
    missing: times.length - delivered,
    p50: sorted[Math.floor(delivered * 0.5)] ?? Number.NaN,
    p99: sorted[Math.floor(delivered * 0.99)] ?? Number.NaN,
    serverCpuSeconds: cpuSeconds(serverPid) - serverBefore,
    generatorCpu: (user + system) / 1000 / (performance.now() - started),
  }
}

/** Sends lines at a constant rate, by the speakers in turn. */
async function sendLines(lines: number): Promise<void> {
  const started = performance.now()
  for (let sent = 0; sent < lines; await setTimeout(1)) {
    const due = Math.min(lines, Math.ceil(((performance.now() - started) / 1000) * plan.linesPerSecond))
    for (; sent < due; sent++) {
      const message = `${performance.now()} is when this was said, and more of it`
      const line = { type: 'chat', key: `line-${plan.serverPid}-${sent}`, message }
      sockets[sent % plan.speakers]?.send(JSON.stringify(line))
    }
  }
}

/** Send times of the lines in a frame. Does not parse the rest, which would distort the measurement. */
function* stampsIn(frame: Buffer): Iterable<number> {
  const text = frame.toString('latin1')
  for (let at = text.indexOf(STAMP); at >= 0; at = text.indexOf(STAMP, at + STAMP.length)) {
    const from = at + STAMP.length
    yield Number(text.slice(from, text.indexOf(' ', from)))
  }
}
