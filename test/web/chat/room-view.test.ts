import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHAT_HISTORY_LINES } from '../../../contract/limits.ts'
import type { ChatLine, ChatServerEvent } from '../../../contract/socket/chat.ts'
import { toWireTime } from '../../../contract/time.ts'
import { cooldownOf } from '../../../web/features/chat/session/cooldown.ts'
import {
  asSent,
  isUnconfirmed,
  lineMessage,
  type OutgoingLine,
  parseOutgoing,
  serializeOutgoing,
} from '../../../web/features/chat/session/outgoing-lines.ts'
import {
  applyEvent,
  emptyView,
  markSeen,
  membersToFind,
  type RoomView,
  roomName,
  unreadCount,
  withoutBlockedMembers,
  withPeople,
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
const posted = (id: number, changes?: Partial<ChatLine>): ChatServerEvent => ({
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
  ...{ offered: false, offeredTo: null },
  ...{ rules: { slowSeconds: 0, speakers: 'everyone', hold: false }, mutedUntil: null },
  ...changes,
})
const viewAfter = (events: ChatServerEvent[], view: RoomView = emptyView()) =>
  events.reduce((before, event) => applyEvent(before, event, ME, NOW), view)
const idsOf = ({ lines }: RoomView) => lines.map(({ id }) => id)

describe('the lines of a room [2 §2 Chat]', () => {
  it('the view keeps the latest 50 lines [2 §9]', () => {
    const view = viewAfter([first([]), ...Array.from({ length: 70 }, (_, index) => posted(index + 1))])
    expect(view.lines).toHaveLength(CHAT_HISTORY_LINES)
    expect([view.lines[0]?.id, view.lines.at(-1)?.id, view.lastNumber]).toEqual([21, 70, 70])
  })

  it('missed lines are added after a reconnect', () => {
    const view = viewAfter([
      first([line(1), line(2)]),
      { ...first([line(3), line(5)], 6), missed: true } as ChatServerEvent,
    ])
    expect(idsOf(view)).toEqual([1, 2, 3, 5])
    expect(view.lastNumber).toBe(6)
  })

  it('a room that was reset replaces all lines', () => {
    const view = viewAfter([first([line(8), line(9)]), channel({ number: 1 }), first([line(1)])])
    expect(idsOf(view)).toEqual([1])
  })

  it('an edit changes its line', () => {
    const view = viewAfter([first([line(1), line(2)]), { type: 'edit', number: 3, id: 1, message: 'Better' }])
    expect(view.lines).toEqual([line(1, { message: 'Better', edited: true }), line(2)])
  })

  it('a deletion removes its line', () => {
    expect(idsOf(viewAfter([first([line(1), line(2)]), { type: 'delete', number: 3, ids: [2] }]))).toEqual([1])
  })

  it('edits and deletions of lines that left the history are forgotten', () => {
    const posts = Array.from({ length: CHAT_HISTORY_LINES }, (_, index) => posted(index + 10))
    const view = viewAfter([
      first([line(1), line(2), line(3)]),
      { type: 'edit', number: 4, id: 1, message: 'Better' },
      { type: 'delete', number: 5, ids: [2] },
      ...posts,
      { type: 'edit', number: 200, id: 12, message: 'Newer' },
      { type: 'delete', number: 201, ids: [13] },
      posted(202),
      posted(203),
    ])
    expect([...view.edits.keys()]).toEqual([12])
    expect([...view.deletedIds]).toEqual([13])
  })

  it('lines are shown once and in order, whatever is repeated, late or reconnected', () => {
    fc.assert(
      fc.property(room(), ({ truth, received }) => {
        expect(viewAfter(received).lines).toEqual(truth)
      }),
    )
  })
})

type History = { truth: ChatLine[]; received: ChatServerEvent[] }

/**
 * Generates a room of numbered lines, edits and deletions, as received by a client that loses the connection at any
 * time, gets the missed events from any earlier number on, and receives some events twice.
 */
function room(): fc.Arbitrary<History> {
  const act = fc.record({ does: fc.constantFrom('say', 'say', 'say', 'edit', 'delete'), which: fc.nat(1000) })
  const break_ = fc.record({ at: fc.nat(120), away: fc.nat(80), repeats: fc.nat(10), afresh: fc.boolean() })
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
          states.push(before.map((shown) => (shown === chosen ? { ...shown, message, edited: true } : shown)))
        } else if (does === 'delete' && chosen) {
          events.push({ type: 'delete', number, ids: [chosen.id] })
          states.push(before.filter((shown) => shown !== chosen))
        } else {
          events.push(posted(number))
          states.push([...before, line(number)])
        }
      }
      return { truth: (states.at(-1) ?? []).slice(-CHAT_HISTORY_LINES), received: receivedOf(events, states, breaks) }
    })
}

type Break = { at: number; away: number; repeats: number; afresh: boolean }

function receivedOf(events: ChatServerEvent[], states: ChatLine[][], breaks: Break[]): ChatServerEvent[] {
  const received: ChatServerEvent[] = [first([])]
  let number = 0
  for (const { at, away, repeats, afresh } of [...breaks].sort((a, b) => a.at - b.at)) {
    const until = Math.max(number, Math.min(at, events.length))
    received.push(...events.slice(number, until))
    received.push(...events.slice(Math.max(0, until - repeats), until))
    number = Math.min(events.length, until + away)
    if (afresh) received.push(first((states[number] ?? []).slice(-CHAT_HISTORY_LINES), number))
    else received.push(...missed(events.slice(until, number), number))
  }
  return [...received, ...events.slice(number), ...events.slice(number).filter((_, index) => index % 3 === 0)]
}

function missed(events: ChatServerEvent[], number: number): ChatServerEvent[] {
  const lines = events.flatMap((event) => (event.type === 'chat' ? [event.line] : []))
  return [{ type: 'chats', missed: true, number, lines }, ...events.filter(({ type }) => type !== 'chat')]
}

describe('own lines', () => {
  it('an own line is no longer pending once it is published, however it arrives', () => {
    const mine = { user: personOf(ME), key: 'mine-0001' }
    for (const event of [posted(3, mine), first([line(3, mine)])]) {
      expect(viewAfter([event], emptyView([own('mine-0001'), own('mine-0002')])).outgoing).toEqual([own('mine-0002')])
    }
  })

  it('a line of another member with the same key does not confirm a pending line', () => {
    expect(viewAfter([posted(3, { key: 'mine-0001' })], emptyView([own('mine-0001')])).outgoing).toHaveLength(1)
  })

  it('a refused line is kept with the reason', () => {
    const view = viewAfter(
      [{ type: 'refused', code: 'slow_mode', key: 'mine-0001', seconds: 12 }],
      emptyView([own('mine-0001')]),
    )
    expect(view.outgoing).toEqual([own('mine-0001', { state: 'refused', refusal: 'slow_mode' })])
  })

  describe('a held line', () => {
    const waiting = {
      ...{ id: 7, user: personOf(ME), message: 'Hi', key: 'mine-0001', replyTo: null, date: '20261121120000' },
    }
    const held = viewAfter([{ type: 'held', lines: [waiting] }], emptyView([own('mine-0001')]))
    const released = (approved: boolean) =>
      viewAfter([{ type: 'released', id: 7, approved, key: 'mine-0001' }], held).outgoing.map(({ state }) => state)

    it('a held line is pending', () => {
      expect(held.outgoing).toEqual([{ key: 'mine-0001', message: 'Hi', state: 'held' }])
    })

    it('an approved line is no longer pending', () => {
      expect(released(true)).toEqual([])
    })

    it('a rejected line is kept as declined', () => {
      expect(released(false)).toEqual(['declined'])
    })
  })

  it('a line is sent for the first time without a last number', () => {
    expect(lineMessage(own('mine-0001'))).not.toHaveProperty('again')
  })

  it('a line is sent again with its key and the last number known at the first attempt', () => {
    const sent = asSent(own('mine-0001', { message: 'Hi' }), 41)
    expect(lineMessage(asSent(sent, 50))).toEqual({ type: 'chat', key: 'mine-0001', message: 'Hi', again: 41 })
  })

  describe('stored lines', () => {
    const lines = [asSent(own('mine-0001'), 4), own('mine-0002'), own('mine-0003', { state: 'held' })]
    const stored = serializeOutgoing(lines, [], null)

    it('only lines that are neither published nor held are stored', () => {
      expect(parseOutgoing(stored)).toEqual(lines.slice(0, 2))
    })

    it('a restored line is unconfirmed', () => {
      expect(parseOutgoing(stored).every(isUnconfirmed)).toBe(true)
    })

    it('nothing is stored once all lines are published', () => {
      expect(serializeOutgoing([], lines, stored)).toBe('')
    })

    it.each([null, 'nonsense', '[{"key":1}]'])('no lines are restored from %j', (stored) => {
      expect(parseOutgoing(stored)).toEqual([])
    })
  })

  it('unsent lines survive changes by other tabs', () => {
    const change = fc.record({ tab: fc.nat(2), key: fc.nat(5), isSaid: fc.boolean() })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const tabs: OutgoingLine[][] = [[], [], []]
        let stored = ''
        for (const { tab, key, isSaid } of changes) {
          const before = tabs[tab] ?? []
          const others = before.filter((unsent) => unsent.key !== `tab-${tab}-line-${key}`)
          const after = isSaid ? [...others, own(`tab-${tab}-line-${key}`)] : others
          tabs[tab] = after
          stored = serializeOutgoing(after, before, stored)
          for (const lines of tabs) expect(parseOutgoing(stored)).toEqual(expect.arrayContaining(lines))
          expect(parseOutgoing(stored)).toHaveLength(tabs.flat().length)
        }
      }),
    )
  })

  it('a published line is no longer stored, whichever tab stored it', () => {
    const stored = serializeOutgoing([own('mine-0001')], [], null)
    expect(serializeOutgoing([], parseOutgoing(stored), stored)).toBe('')
  })

  it('a sent line is stored as sent, whichever tab stored it', () => {
    const line = own('mine-0001')
    const stored = serializeOutgoing([line], [], null)
    expect(parseOutgoing(serializeOutgoing([asSent(line, 4)], [line], stored))).toEqual([asSent(line, 4)])
  })
})

describe('unread lines', () => {
  const known = markSeen(viewAfter([first([line(1)])]))

  it.each([
    ['a later line of another member counts', {}, 1],
    ['an own line does not count', { user: personOf(ME) }, 0],
    ['the announcement of a stream does not count', { background: 'announce-stream' }, 0],
  ] as const)('%s [2 §2 Chat]', (_rule, changes, count) => {
    expect(unreadCount(viewAfter([posted(2, changes)], known), ME, NOBODY)).toBe(count)
  })

  it('a line that was seen does not count', () => {
    expect(unreadCount(markSeen(viewAfter([posted(2)], known)), ME, NOBODY)).toBe(0)
  })

  it('lines of blocked members do not count', () => {
    expect(unreadCount(viewAfter([posted(2)], known), ME, new Set([OTHER]))).toBe(0)
  })

  it('a room entered for the first time has no unread lines', () => {
    expect(unreadCount(viewAfter([first([line(1), line(2)])]), ME, NOBODY)).toBe(0)
  })

  it('lines count from the last one seen in this browser', () => {
    expect(
      unreadCount(
        viewAfter([channel({ number: 3 }), first([line(1), line(2), line(3)])], emptyView([], 1)),
        ME,
        NOBODY,
      ),
    ).toBe(2)
  })
})

describe('the last line that was seen', () => {
  const seenAll = markSeen(viewAfter([channel({ number: 3 }), first([line(1), line(2), line(3)])]))

  it('every change that the member has seen counts, also one that added no line', () => {
    const view = viewAfter([{ type: 'delete', ids: [3], number: 4 }], seenAll)
    expect([view.seen, markSeen(view).seen]).toEqual([3, 4])
  })

  it('marking a room as seen twice changes nothing', () => {
    expect(markSeen(seenAll)).toBe(seenAll)
  })

  it('reconnecting marks nothing as seen', () => {
    const view = viewAfter(
      [channel({ number: 5 }), { ...first([line(4), line(5)]), missed: true } as ChatServerEvent],
      seenAll,
    )
    expect([view.seen, unreadCount(view, ME, NOBODY)]).toEqual([3, 2])
  })

  it('new lines in a room that lost its history are unread although their numbers were seen before', () => {
    const view = viewAfter([channel({ number: 0 }), posted(1)], seenAll)
    expect(unreadCount(view, ME, NOBODY)).toBe(1)
  })
})

describe('the wait before the next line', () => {
  const slow = channel({ rules: { slowSeconds: 30, speakers: 'everyone', hold: false } })
  const tooSoon: ChatServerEvent = { type: 'refused', code: 'slow_mode', key: 'mine-0001', seconds: 12 }

  it('the wait is as long as the refusal says', () => {
    const view = viewAfter([slow, tooSoon])
    expect(cooldownOf(view, NOW)).toEqual({ code: 'slow_mode', until: NOW + 12_000 })
    expect(cooldownOf(view, NOW + 11_999)).not.toBeNull()
    expect(cooldownOf(view, NOW + 12_000)).toBeNull()
  })

  it('the wait ends when slow mode ends', () => {
    const ended = { ...{ type: 'rules', number: 1 }, rules: { slowSeconds: 0, speakers: 'everyone', hold: false } }
    expect(cooldownOf(viewAfter([slow, tooSoon, ended as ChatServerEvent]), NOW)).toBeNull()
  })

  const muted: ChatServerEvent = { type: 'muted', until: toWireTime(NOW + 600_000) }

  it('a mute takes precedence over slow mode', () => {
    expect(cooldownOf(viewAfter([slow, tooSoon, muted]), NOW)).toEqual({ code: 'muted', until: NOW + 600_000 })
  })

  it('a mute ends at its time', () => {
    expect(cooldownOf(viewAfter([muted]), NOW + 599_999)).not.toBeNull()
    expect(cooldownOf(viewAfter([muted]), NOW + 600_000)).toBeNull()
  })

  it('a mute ends when it is lifted', () => {
    expect(cooldownOf(viewAfter([muted, { type: 'muted', until: null }]), NOW)).toBeNull()
  })

  it('a refusal for another reason causes no wait', () => {
    expect(cooldownOf(viewAfter([slow, { type: 'refused', code: 'filtered', key: 'mine-0001' }]), NOW)).toBeNull()
  })
})

describe('the people in a room', () => {
  it('later changes apply to the list that was complete at first', () => {
    const view = viewAfter([
      { type: 'user-list', count: 2, users: [personOf(1), personOf(2)] },
      { type: 'user-list', count: 2, joined: [personOf(3)], left: [2] },
    ])
    expect([view.count, view.people.map(({ id }) => id)]).toEqual([2, [1, 3]])
  })
})

describe('names in a room', () => {
  const renamed = { ...personOf(OTHER), nickname: 'Renamed' }
  const stored = first([line(1), line(2, { user: personOf(3) })])
  const namesIn = ({ lines }: RoomView) => lines.map(({ user }) => user.nickname)

  it('the authors of lines that came with an entry can have changed their names', () => {
    expect(viewAfter([stored, posted(3, { user: personOf(4) })]).earlierAuthors).toEqual([OTHER, 3])
  })

  it('a line shows the present name of its author', () => {
    expect(namesIn(withPeople(viewAfter([stored]), new Map([[OTHER, renamed]])))).toEqual(['Renamed', 'Member 3'])
  })

  it('the name of a member in the room is newer than one that was looked up', () => {
    const view = viewAfter([stored, { type: 'user-list', count: 1, users: [renamed] }])
    expect(namesIn(withPeople(view, new Map([[OTHER, personOf(OTHER)]])))).toEqual(['Renamed', 'Member 3'])
  })
})

describe('members whom lines mention', () => {
  const named = line(1, { message: '@Member 7', mentions: [{ userId: 7, start: 0, length: 9 }] })
  const view = viewAfter([first([named])])

  it('the present names of mentioned members are looked up', () => {
    expect(membersToFind(view)).toEqual([OTHER, 7])
    const later = { ...personOf(7), nickname: 'Later' }
    expect(withPeople(view, new Map([[7, later]])).mentioned).toEqual([later])
  })

  it('an edited text mentions nobody until the room is entered again', () => {
    const edited = viewAfter([first([named]), { type: 'edit', number: 2, id: 1, message: 'nobody' }])
    expect(edited.lines).toMatchObject([{ message: 'nobody' }])
    expect(membersToFind(edited)).toEqual([OTHER])
  })
})

describe('blocked members in a room', () => {
  const by = (id: number) => ({ user: personOf(id), background: 'announce-stream' as const })
  const people: ChatServerEvent = { type: 'user-list', count: 2, users: [personOf(OTHER), personOf(3)] }
  const { background: _, edited: _edited, admin: _admin, action: _action, link: _link, ...waiting } = line(9)
  const waits: ChatServerEvent = { type: 'held', lines: [waiting] }
  const view = viewAfter([first([line(1), line(2, by(3))]), people, waits, posted(3, by(OTHER))])
  const shown = withoutBlockedMembers(view, new Set([OTHER]))

  it.each([
    ['lines', idsOf(shown), [2]],
    ['held lines', shown.held, []],
    ['announcements', shown.announcement, null],
    ['names', shown.people, [personOf(3)]],
  ])('the %s of blocked members are hidden [2 §2 Chat]', (_kind, visible, others) => {
    expect(visible).toEqual(others)
  })

  it('everything is shown to a member who has blocked nobody', () => {
    expect(withoutBlockedMembers(view, NOBODY)).toEqual(view)
  })
})

describe('announcements', () => {
  const announcement = { background: 'announcement' as const }

  it('an announcement is shown when it is posted', () => {
    expect(viewAfter([posted(1, announcement)]).announcement?.id).toBe(1)
  })

  it('an announcement is not shown to a member who enters later', () => {
    expect(viewAfter([first([line(1, announcement)])]).announcement).toBeNull()
  })

  it('a deleted announcement disappears', () => {
    expect(viewAfter([posted(1, announcement), { type: 'delete', number: 2, ids: [1] }]).announcement).toBeNull()
  })
})

describe('the title of a room', () => {
  const streamRoom = channel({ channel: 'stream-6', kind: 'stream', title: 'Market crowd' })
  const list = (title: string | null): ChatServerEvent => ({
    ...{ type: 'channel-list', channels: [{ channel: 'stream-6', kind: 'stream', title, count: 1 }] },
  })

  it('the title of a room is its name', () => {
    expect(roomName('life-drawing', viewAfter([channel()]))).toBe('life-drawing')
  })

  it("the title of a stream's room is the title of the stream", () => {
    expect(roomName('stream-6', viewAfter([streamRoom]))).toBe('Market crowd')
  })

  it('a changed title of a stream follows the list of rooms', () => {
    expect(roomName('stream-6', viewAfter([streamRoom, list('Night market')]))).toBe('Night market')
  })

  it('the room of an unknown stream has a generic title', () => {
    expect(roomName('stream-6', viewAfter([]))).toBe('A stream')
  })
})
