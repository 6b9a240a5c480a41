import { expect } from 'playwright/test'
import type WebSocket from 'ws'
import { type ModerateBody, ticketReply } from '../../../contract/http/chat.ts'
import {
  type ChatClientMessage,
  type ChatServerEvent,
  chatServerFrame,
  chatSocketPath,
  type RoomRules,
} from '../../../contract/socket/chat.ts'
import { applyEvent, emptyView, type RoomView } from '../../../web/features/chat/session/room-view.ts'
import { onEachFrame, openSocketTo } from '../open-socket.ts'
import { test as base } from './fixtures.ts'
import { freshName, type Member } from './people.ts'
import { currentUserId } from './profiles.ts'
import { siteHeaders } from './site.ts'

/** Replies come within milliseconds. */
const INTERVALS_MS = [10, 20, 40, 80]

/** A member in a chat room, over a socket without a browser. */
export class RoomMember implements Member {
  readonly request: Member['request']
  readonly room: string
  readonly nickname: string
  readonly id: number
  /** The room as a page of this member would show it. */
  view: RoomView = emptyView()
  readonly #socket: WebSocket
  /** Keys of lines that were published, held or refused. */
  readonly #answeredKeys = new Set<string>()

  private constructor(
    { request }: Member,
    { room, nickname, id }: { room: string; nickname: string; id: number },
    socket: WebSocket,
  ) {
    this.request = request
    this.room = room
    this.nickname = nickname
    this.id = id
    this.#socket = socket
    onEachFrame(socket, (frame) => {
      for (const event of chatServerFrame.parse(JSON.parse(String(frame)))) {
        this.view = applyEvent(this.view, event, id, Date.now())
        for (const key of answeredKeys(event)) this.#answeredKeys.add(key)
      }
    })
  }

  /** Enters a room, which is created if it does not exist. */
  static async enter(member: Member, nickname: string, room: string): Promise<RoomMember> {
    const id = await currentUserId(member)
    const { cookies } = await member.request.storageState()
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const socket = await openSocketTo(siteHeaders().origin, chatSocketPath(room), { cookie })
    const entered = new RoomMember(member, { room, nickname, id }, socket)
    const ticket = await member.request.get('/api/v2/chat/ticket', { params: { channel: room } })
    const { chatId } = ticketReply.parse(await ticket.json())
    entered.send({ type: 'auth', chatId, channel: room })
    await expect.poll(() => entered.view.entered, { intervals: INTERVALS_MS }).not.toBeNull()
    return entered
  }

  send(message: ChatClientMessage): void {
    this.#socket.send(JSON.stringify(message))
  }

  /** Sends lines; resolves once the room has published, held or refused each. */
  async say(...messages: string[]): Promise<void> {
    const lines = messages.map((message) => ({ key: crypto.randomUUID(), message }))
    for (const line of lines) this.send({ type: 'chat', ...line })
    const unanswered = () => lines.filter(({ key }) => !this.#answeredKeys.has(key))
    await expect.poll(unanswered, { intervals: INTERVALS_MS }).toEqual([])
  }

  lines(): string[] {
    return this.view.lines.map(({ message }) => message)
  }

  async expectLines(...messages: string[]): Promise<void> {
    await expect.poll(() => this.lines()).toEqual(messages)
  }

  /** Moderates the room by a request. */
  async moderate(body: ModerateBody): Promise<void> {
    const moderated = await this.request.post('/api/v2/chat/moderate', { headers: siteHeaders(), data: body })
    expect(moderated.status(), await moderated.text()).toBe(200)
  }

  async setRules(rules: Partial<RoomRules>, words: string[] = []): Promise<void> {
    const all = { slowSeconds: 0, speakers: 'everyone', hold: false, ...rules } as const
    await this.moderate({ action: 'settings', channel: this.room, rules: all, words })
  }

  leave(): void {
    this.#socket.close()
  }
}

function answeredKeys(event: ChatServerEvent): readonly string[] {
  if (event.type === 'chat') return [event.line.key]
  if (event.type === 'held') return event.lines.map(({ key }) => key)
  return event.type === 'refused' && event.key ? [event.key] : []
}

type RoomFixtures = {
  /** Enters a room as another member, by default a new one, without a browser. */
  joinBySocket: (room: string, nickname?: string) => Promise<RoomMember>
}

export const test = base.extend<RoomFixtures>({
  joinBySocket: async ({ anotherMember }, use) => {
    const entered: RoomMember[] = []
    await use(async (room, nickname = freshName('Other')) => {
      const member = await RoomMember.enter(await anotherMember(nickname), nickname, room)
      entered.push(member)
      return member
    })
    for (const member of entered) member.leave()
  },
})
