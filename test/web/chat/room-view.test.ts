import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHAT_HISTORY_LINES } from '../../../contract/limits.ts'
import type { ChatLine, ChatServerEvent } from '../../../contract/socket/chat.ts'
import { toWireTime } from '../../../contract/time.ts'
import { cooldownOf } from '../../../web/features/chat/session/cooldown.ts'
import {
  asSent,
  isUnanswered,
  lineMessage,
  type OutgoingLine,
  parseOutgoing,
  serializeOutgoing,
} from '../../../web/features/chat/session/outgoing-lines.ts'
import {
  applyEvent,
  emptyView,
  markSeen,
  type RoomView,
  roomName,
  unreadCount,
  withoutBlockedMembers,
} from '../../../web/features/chat/session/room-view.ts'

const ME = 1
const OTHER = 2
const NOW = Date.UTC(2026, 10, 21, 12)
const NOBODY: ReadonlySet<number> = new Set()

const personOf = (id: number) => ({ id, nickname: `Member ${id}`, avatar: null })
const line = (id: number, changes: Partial<ChatLine> = {}): ChatLine => ({
  ...{ id, user: personOf(OTHER), message: `Line ${id}`, date: '20261121120000', admin: false, action: false },
  ...{ background: null, key: `key-${id}`, replyTo: null, edited: false, link: null },
  ...changes,
})
const said = (id: number, changes?: Partial<ChatLine>): ChatServerEvent => ({
  ...{ type: 'chat', number: id, line: line(id, changes) },
})
const first = (lines: ChatLine[], number = lines.at(-1)?.id ?? 0): ChatServerEvent => ({
  ...{ type: 'chats', missed: false, number, lines },
})
const own = (key: string, changes: Partial<OutgoingLine> = {}): OutgoingLine => ({
  key,
  message: key,
  state: 'unsent',
  ...changes,
})
const channel = (changes: object = {}): ChatServerEvent => ({
  ...{ type: 'channel', channel: 'lobby', kind: 'standing', title: null, number: 0, moderator: false, ownerId: null },
  ...{ rules: { slowSeconds: 0, speakers: 'everyone', hold: false }, mutedUntil: null },
  ...changes,
})
const viewAfter = (events: ChatServerEvent[], view: RoomView = emptyView()) =>
  events.reduce((before, event) => applyEvent(before, event, ME, NOW), view)
const idsOf = ({ lines }: RoomView) => lines.map(({ id }) => id)

describe('the lines of a room [2 §2 Chat]', () => {
  it('are the latest 50 [2 §9]', () => {
    const view = viewAfter([first([]), ...Array.from({ length: 70 }, (_, index) => said(index + 1))])
    expect(view.lines).toHaveLength(CHAT_HISTORY_LINES)
    expect([view.lines[0]?.id, view.lines.at(-1)?.id, view.number]).toEqual([21, 70, 70])
  })

  it('go on where one left off when one comes back', () => {
    const view = viewAfter([
      first([line(1), line(2)]),
      { ...first([line(3), line(5)], 6), missed: true } as ChatServerEvent,
    ])
    expect(idsOf(view)).toEqual([1, 2, 3, 5])
    expect(view.number).toBe(6)
  })

  it('begin anew in a room that has forgotten them', () => {
    const view = viewAfter([first([line(8), line(9)]), channel({ number: 1 }), first([line(1)])])
    expect(idsOf(view)).toEqual([1])
  })

  it('change and go as they are changed and taken away', () => {
    const view = viewAfter([
      ...[first([line(1), line(2)]), { type: 'edit', number: 3, id: 1, message: 'Better' } as const],
      { type: 'delete', number: 4, ids: [2] },
    ])
    expect(view.lines).toEqual([line(1, { message: 'Better', edited: true })])
  })

  it('stand once and in order, whatever comes twice, late, or by a reconnect', () => {
    fc.assert(
      fc.property(room(), ({ truth, heard }) => {
        expect(viewAfter(heard).lines).toEqual(truth)
      }),
    )
  })
})

type History = { truth: ChatLine[]; heard: ChatServerEvent[] }

/**
 * A room of lines, edits and deletions, each with its number, as someone hears it who loses the connection at any
 * time, is told what they missed from any earlier number on, and hears some of it twice.
 */
function room(): fc.Arbitrary<History> {
  const act = fc.record({ does: fc.constantFrom('say', 'say', 'say', 'edit', 'delete'), which: fc.nat(1000) })
  const break_ = fc.record({ at: fc.nat(120), away: fc.nat(80), repeats: fc.nat(10), anew: fc.boolean() })
  return fc
    .tuple(fc.array(act, { maxLength: CHAT_HISTORY_LINES }), fc.array(break_, { maxLength: 4 }))
    .map(([acts, breaks]) => {
      const states: ChatLine[][] = [[]]
      const events: ChatServerEvent[] = []
      for (const { does, which } of acts) {
        const number = events.length + 1
        const before = states.at(-1) ?? []
        const chosen = before[which % Math.max(1, before.length)]
        if (does === 'edit' && chosen) {
          const message = `Edit ${number}`
          events.push({ type: 'edit', number, id: chosen.id, message })
          states.push(before.map((one) => (one === chosen ? { ...one, message, edited: true } : one)))
        } else if (does === 'delete' && chosen) {
          events.push({ type: 'delete', number, ids: [chosen.id] })
          states.push(before.filter((one) => one !== chosen))
        } else {
          events.push(said(number))
          states.push([...before, line(number)])
        }
      }
      return { truth: (states.at(-1) ?? []).slice(-CHAT_HISTORY_LINES), heard: heardOf(events, states, breaks) }
    })
}

type Break = { at: number; away: number; repeats: number; anew: boolean }

function heardOf(events: ChatServerEvent[], states: ChatLine[][], breaks: Break[]): ChatServerEvent[] {
  const heard: ChatServerEvent[] = [first([])]
  let number = 0
  for (const { at, away, repeats, anew } of [...breaks].sort((a, b) => a.at - b.at)) {
    const until = Math.max(number, Math.min(at, events.length))
    heard.push(...events.slice(number, until))
    heard.push(...events.slice(Math.max(0, until - repeats), until))
    number = Math.min(events.length, until + away)
    if (anew) heard.push(first((states[number] ?? []).slice(-CHAT_HISTORY_LINES), number))
    else heard.push(...missed(events.slice(until, number), number))
  }
  return [...heard, ...events.slice(number), ...events.slice(number).filter((_, index) => index % 3 === 0)]
}

function missed(events: ChatServerEvent[], number: number): ChatServerEvent[] {
  const lines = events.flatMap((event) => (event.type === 'chat' ? [event.line] : []))
  return [{ type: 'chats', missed: true, number, lines }, ...events.filter(({ type }) => type !== 'chat')]
}

describe('a line of one’s own', () => {
  it('waits no more once it stands, however it came', () => {
    const mine = { user: personOf(ME), key: 'mine-0001' }
    for (const event of [said(3, mine), first([line(3, mine)])]) {
      expect(viewAfter([event], emptyView([own('mine-0001'), own('mine-0002')])).outgoing).toEqual([own('mine-0002')])
    }
  })

  it('is not taken for another member’s that has the same key', () => {
    expect(viewAfter([said(3, { key: 'mine-0001' })], emptyView([own('mine-0001')])).outgoing).toHaveLength(1)
  })

  it('that is refused is kept, with why', () => {
    const view = viewAfter(
      [{ type: 'refused', code: 'slow_mode', key: 'mine-0001', seconds: 12 }],
      emptyView([own('mine-0001')]),
    )
    expect(view.outgoing).toEqual([own('mine-0001', { state: 'refused', refusal: 'slow_mode' })])
  })

  it('that is held waits until a moderator has let it in, or not', () => {
    const waiting = {
      id: 7,
      user: personOf(ME),
      message: 'Hi',
      key: 'mine-0001',
      replyTo: null,
      date: '20261121120000',
    }
    const held = viewAfter([{ type: 'held', lines: [waiting] }], emptyView([own('mine-0001')]))
    expect(held.outgoing).toEqual([{ key: 'mine-0001', message: 'Hi', state: 'held' }])
    const released = (approved: boolean) =>
      viewAfter([{ type: 'released', id: 7, approved, key: 'mine-0001' }], held).outgoing.map(({ state }) => state)
    expect(released(true)).toEqual([])
    expect(released(false)).toEqual(['declined'])
  })

  it('goes out again under its key, with the last number that was known when it first went', () => {
    const sent = asSent(own('mine-0001', { message: 'Hi' }), 41)
    expect(lineMessage(own('mine-0001'))).not.toHaveProperty('again')
    expect(lineMessage(asSent(sent, 50))).toEqual({ type: 'chat', key: 'mine-0001', message: 'Hi', again: 41 })
  })

  it('is kept over a reload until it stands or the room holds it', () => {
    const lines = [asSent(own('mine-0001'), 4), own('mine-0002'), own('mine-0003', { state: 'held' })]
    const stored = serializeOutgoing(lines, [], null)
    expect(parseOutgoing(stored)).toEqual(lines.slice(0, 2))
    expect(parseOutgoing(stored).every(isUnanswered)).toBe(true)
    expect(serializeOutgoing([], lines, stored)).toBe('')
    expect([null, 'nonsense', '[{"key":1}]'].map(parseOutgoing)).toEqual([[], [], []])
  })

  it('is kept whatever other tabs keep or have sent meanwhile', () => {
    const change = fc.record({ tab: fc.nat(2), key: fc.nat(5), isSaid: fc.boolean() })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const tabs: OutgoingLine[][] = [[], [], []]
        let stored = ''
        for (const { tab, key, isSaid } of changes) {
          const before = tabs[tab] ?? []
          const others = before.filter((one) => one.key !== `tab-${tab}-line-${key}`)
          const after = isSaid ? [...others, own(`tab-${tab}-line-${key}`)] : others
          tabs[tab] = after
          stored = serializeOutgoing(after, before, stored)
          for (const lines of tabs) expect(parseOutgoing(stored)).toEqual(expect.arrayContaining(lines))
          expect(parseOutgoing(stored)).toHaveLength(tabs.flat().length)
        }
      }),
    )
  })

  it('is gone once it stands, or is as it was sent, whichever tab had kept it', () => {
    const line = own('mine-0001')
    const stored = serializeOutgoing([line], [], null)
    expect(serializeOutgoing([], parseOutgoing(stored), stored)).toBe('')
    expect(parseOutgoing(serializeOutgoing([asSent(line, 4)], [line], stored))).toEqual([asSent(line, 4)])
  })
})

describe('what was not looked at', () => {
  const known = markSeen(viewAfter([first([line(1)])]))

  it('is counted by others’ lines that came since, not one’s own and not of a begun stream [2 §2 Chat]', () => {
    const view = viewAfter(
      [said(2), said(3, { user: personOf(ME) }), said(4, { background: 'announce-stream' })],
      known,
    )
    expect(unreadCount(view, ME, NOBODY)).toBe(1)
    expect(unreadCount(markSeen(view), ME, NOBODY)).toBe(0)
  })

  it('leaves out what blocked members say', () => {
    expect(unreadCount(viewAfter([said(2)], known), ME, new Set([OTHER]))).toBe(0)
  })

  it('is nothing in a room that one enters for the first time', () => {
    expect(unreadCount(viewAfter([first([line(1), line(2)])]), ME, NOBODY)).toBe(0)
  })

  it('is counted from where one looked last in this browser', () => {
    expect(
      unreadCount(
        viewAfter([channel({ number: 3 }), first([line(1), line(2), line(3)])], emptyView([], 1)),
        ME,
        NOBODY,
      ),
    ).toBe(2)
  })
})

describe('what one has to wait for', () => {
  const slow = channel({ rules: { slowSeconds: 30, speakers: 'everyone', hold: false } })
  const tooSoon: ChatServerEvent = { type: 'refused', code: 'slow_mode', key: 'mine-0001', seconds: 12 }

  it('is what a refusal said, and over then', () => {
    const view = viewAfter([slow, tooSoon])
    expect(cooldownOf(view, NOW)).toEqual({ code: 'slow_mode', until: NOW + 12_000 })
    expect(cooldownOf(view, NOW + 11_999)).not.toBeNull()
    expect(cooldownOf(view, NOW + 12_000)).toBeNull()
  })

  it('is nothing any more when slow mode ends', () => {
    const ended = { ...{ type: 'rules', number: 1 }, rules: { slowSeconds: 0, speakers: 'everyone', hold: false } }
    expect(cooldownOf(viewAfter([slow, tooSoon, ended as ChatServerEvent]), NOW)).toBeNull()
  })

  it('is the end of a mute before all else, until that comes or it is lifted', () => {
    const muted: ChatServerEvent = { type: 'muted', until: toWireTime(NOW + 600_000) }
    expect(cooldownOf(viewAfter([slow, tooSoon, muted]), NOW)).toEqual({ code: 'muted', until: NOW + 600_000 })
    expect(cooldownOf(viewAfter([muted]), NOW + 600_000)).toBeNull()
    expect(cooldownOf(viewAfter([muted, { type: 'muted', until: null }]), NOW)).toBeNull()
  })

  it('is nothing after a refusal that no time mends', () => {
    expect(cooldownOf(viewAfter([slow, { type: 'refused', code: 'filtered', key: 'mine-0001' }]), NOW)).toBeNull()
  })
})

describe('who is in a room', () => {
  it('is told at once, and then by who comes and goes', () => {
    const view = viewAfter([
      { type: 'user-list', count: 2, users: [personOf(1), personOf(2)] },
      { type: 'user-list', count: 2, joined: [personOf(3)], left: [2] },
    ])
    expect([view.count, view.people.map(({ id }) => id)]).toEqual([2, [1, 3]])
  })
})

describe('what those say whom one blocks', () => {
  it('is not shown: no line, none that waits, no announcement, nor they themselves [2 §2 Chat]', () => {
    const by = (id: number) => ({ user: personOf(id), background: 'announce-stream' as const })
    const people: ChatServerEvent = { type: 'user-list', count: 2, users: [personOf(OTHER), personOf(3)] }
    const { background: _, edited: _edited, admin: _admin, action: _action, link: _link, ...waiting } = line(9)
    const waits: ChatServerEvent = { type: 'held', lines: [waiting] }
    const view = viewAfter([first([line(1), line(2, by(3))]), people, waits, said(3, by(OTHER))])
    const shown = withoutBlockedMembers(view, new Set([OTHER]))
    expect([idsOf(shown), shown.held, shown.announcement]).toEqual([[2], [], null])
    expect(shown.people).toEqual([personOf(3)])
    expect(withoutBlockedMembers(view, NOBODY)).toEqual(view)
  })
})

describe('an announcement', () => {
  it('stands above the lines when it comes, not when one comes', () => {
    const announcement = { background: 'announcement' as const }
    expect(viewAfter([first([line(1, announcement)])]).announcement).toBeNull()
    expect(viewAfter([said(1, announcement)]).announcement?.id).toBe(1)
    expect(viewAfter([said(1, announcement), { type: 'delete', number: 2, ids: [1] }]).announcement).toBeNull()
  })
})

describe('what a room is called', () => {
  const here = channel({ channel: 'stream-6', kind: 'stream', title: 'Market crowd' })
  const list = (title: string | null): ChatServerEvent => ({
    ...{ type: 'channel-list', channels: [{ channel: 'stream-6', kind: 'stream', title, count: 1 }] },
  })

  it('is its name, and of the one beside a stream the title of that', () => {
    expect(roomName('life-drawing', viewAfter([channel()]))).toBe('life-drawing')
    expect(roomName('stream-6', viewAfter([here]))).toBe('Market crowd')
  })

  it('follows a title that was changed, by the list of rooms', () => {
    expect(roomName('stream-6', viewAfter([here, list('Night market')]))).toBe('Night market')
  })

  it('is no number while the title is not known, as to those who may not enter', () => {
    expect(roomName('stream-6', viewAfter([]))).toBe('A stream')
  })
})
