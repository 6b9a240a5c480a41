import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import ReconnectingSocket from 'partysocket/ws'
import WebSocket from 'ws'
import { CHANNEL_CONNECT_MS, SOCKET_CONNECT_MS, TICKET_REUSE_MS } from '../../../../contract/limits.ts'
import { type ChatClientMessage, chatSocketPath } from '../../../../contract/socket/chat.ts'
import { MEMBER_SOCKET_PATH } from '../../../../contract/socket/member-channel.ts'
import { parseMark } from '../../../../contract/socket/sockets.ts'
import { reconnection } from '../../../../web/lib/reconnection.ts'
import { type ChatMember, chatMember } from '../../../support/chat/members.ts'

/** Pages with a socket each, half of them in a room and half in their member's channel, that return after a cut. */
export type ReturnPlan = { origin: string; channel: string; members: number }

/** Times in milliseconds: of the first entry of all, and since the cut for each member who is back. */
export type ReturnResult = { entryMs: number; returnTimes: number[]; attempts: number; busiestAttempts: number }

const ENTERING_AT_ONCE = 20
const GIVE_UP_MS = 60_000
/** Window in which `busiestAttempts` counts. */
const WINDOW_MS = 100

const { origin, channel, members } = JSON.parse(process.argv[2] ?? '') as ReturnPlan
let attemptTimes: number[] = []
let cutAt: number | undefined

/** A socket as a browser opens it: with the member's cookie, which depends on the address here. */
class MemberSocket extends WebSocket {
  constructor(url: string) {
    attemptTimes.push(performance.now())
    const { searchParams } = new URL(url)
    super(url, { origin, headers: { cookie: searchParams.get('cookie') ?? '' }, perMessageDeflate: false })
  }
}
Object.assign(globalThis, { WebSocket: MemberSocket })

/** A page in a room or, for every second member, with the channel of its member, by the page's own rules. */
class Page {
  readonly #onEntered: () => void
  #isOpen = false
  returnedAt: number | undefined

  constructor(member: ChatMember, onEntered: () => void) {
    this.#onEntered = onEntered
    if (member.id % 2 === 0) this.#openChannel(member)
    else this.#enterRoom(member)
  }

  #enterRoom(member: ChatMember): void {
    let chatId = ''
    let requestedAt = Number.NEGATIVE_INFINITY
    const address = async () => {
      if (performance.now() - requestedAt > TICKET_REUSE_MS) {
        requestedAt = performance.now()
        chatId = await ticketOf(member)
      }
      return addressOf(chatSocketPath(channel), member)
    }
    const socket = new ReconnectingSocket(address, null, { ...reconnection(), connectionTimeout: SOCKET_CONNECT_MS })
    const send = (message: ChatClientMessage) => socket.send(JSON.stringify(message))
    socket.addEventListener('open', () => send({ type: 'auth', chatId, channel }))
    socket.addEventListener('message', ({ data }) => {
      const mark = parseMark(String(data))
      if (mark !== null) send({ type: 'ack', mark })
      else if (String(data).includes('"type":"channel"')) this.#entered()
    })
    socket.addEventListener('close', () => this.#lost())
  }

  #openChannel(member: ChatMember): void {
    const options = { ...reconnection(), connectionTimeout: CHANNEL_CONNECT_MS }
    const socket = new ReconnectingSocket(addressOf(MEMBER_SOCKET_PATH, member), null, options)
    socket.addEventListener('message', () => this.#entered())
    socket.addEventListener('close', () => this.#lost())
  }

  #entered(): void {
    this.#isOpen = true
    this.#onEntered()
    if (cutAt !== undefined) this.returnedAt ??= performance.now()
  }

  #lost(): void {
    if (this.#isOpen) cutAt ??= performance.now()
    this.#isOpen = false
  }
}

function addressOf(path: string, { cookie }: ChatMember): string {
  return `${origin.replace('http', 'ws')}${path}?${new URLSearchParams({ cookie })}`
}

async function ticketOf({ cookie }: ChatMember): Promise<string> {
  const reply = await fetch(`${origin}/api/v2/chat/ticket?channel=${channel}`, { headers: { cookie } })
  return ((await reply.json()) as { chatId: string }).chatId
}

async function enterAll(): Promise<Page[]> {
  const pages: Page[] = []
  while (pages.length < members) {
    const ids = Array.from(
      { length: Math.min(ENTERING_AT_ONCE, members - pages.length) },
      (_, at) => pages.length + at + 1,
    )
    pages.push(
      ...(await Promise.all(
        ids.map(async (id) => {
          const entered = Promise.withResolvers<void>()
          const page = new Page(await chatMember(id), entered.resolve)
          await entered.promise
          return page
        }),
      )),
    )
  }
  return pages
}

const startedAt = performance.now()
const pages = await enterAll()
const entryMs = performance.now() - startedAt
attemptTimes = []
console.log('entered')
// The parent cuts all sockets and says so.
await once(process.stdin, 'data')
const until = performance.now() + GIVE_UP_MS
while (pages.some(({ returnedAt }) => returnedAt === undefined) && performance.now() < until) await setTimeout(20)
const returnTimes = pages.flatMap(({ returnedAt }) => (returnedAt === undefined ? [] : [returnedAt - (cutAt ?? 0)]))
const inWindow = (from: number) => attemptTimes.filter((at) => at >= from && at < from + WINDOW_MS).length
const busiestAttempts = Math.max(...attemptTimes.map(inWindow))
console.log(
  JSON.stringify({ entryMs, returnTimes, attempts: attemptTimes.length, busiestAttempts } satisfies ReturnResult),
)
process.exit(0)
