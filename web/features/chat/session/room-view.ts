import { channelKind } from '../../../../contract/channel.ts'
import type { FoundPerson, Person } from '../../../../contract/http/users.ts'
import { CHAT_HISTORY_LINES } from '../../../../contract/limits.ts'
import type {
  ChannelItem,
  ChatLine,
  ChatRefusal,
  ChatServerEvent,
  HeldLine,
  RoomRules,
  RoomTopic,
} from '../../../../contract/socket/chat.ts'
import { ME_CODE } from '../lines/me-emoticon.ts'
import type { OutgoingLine } from './outgoing-lines.ts'

/** Name of a stream's room whose title is not known. */
const STREAM_ROOM = 'A stream'

type Entered = Pick<EventOf<'channel'>, 'kind' | 'title' | 'moderator' | 'ownerId' | 'offered' | 'offeredTo'>
type EventOf<Type extends ChatServerEvent['type']> = Extract<ChatServerEvent, { type: Type }>

/** Reason why a member may not send lines now, and the end in milliseconds since 1970. */
export type Cooldown = { code: ChatRefusal; until: number }

type Edit = Pick<EventOf<'edit'>, 'number' | 'message' | 'link'>

/** A room as one member sees it. */
export type RoomView = {
  /** The room's kind and this member's role; null before the first entry. */
  entered: Entered | null
  /** Number of the last known change of the room; 0 before the first lines. */
  lastNumber: number
  lines: readonly ChatLine[]
  /** Members who wrote the lines that came with the last entry; their names may have changed since. */
  earlierAuthors: readonly number[]
  /** Ids of deleted lines, which must not appear again. */
  deletedIds: ReadonlySet<number>
  edits: ReadonlyMap<number, Edit>
  topic: { number: number; topic: RoomTopic | null }
  rules: { number: number; rules: RoomRules }
  people: readonly Person[]
  /** Members whom lines mention, as they were looked up. */
  mentioned: readonly Person[]
  /** Base addresses of the `(me)` emoticons of members who were looked up. */
  emoticons: ReadonlyMap<number, string>
  count: number
  /** Null until the list has arrived. */
  rooms: readonly ChannelItem[] | null
  /** The current announcement, removed 10 s after it arrived [2 §2 Chat]. */
  announcement: ChatLine | null
  outgoing: readonly OutgoingLine[]
  /** Other members' lines that wait for a moderator. */
  held: readonly HeldLine[]
  mutedUntil: string | null
  cooldown: Cooldown | null
  /** Number up to which the member has seen the room; null on the first visit. */
  seen: number | null
}

export function emptyView(outgoing: readonly OutgoingLine[] = [], seen: number | null = null): RoomView {
  return {
    ...{ entered: null, lastNumber: 0, lines: [], earlierAuthors: [], deletedIds: new Set(), edits: new Map() },
    topic: { number: 0, topic: null },
    rules: { number: 0, rules: { slowSeconds: 0, speakers: 'everyone', hold: false } },
    ...{
      people: [],
      mentioned: [],
      emoticons: new Map(),
      count: 0,
      rooms: null,
      announcement: null,
      outgoing,
      held: [],
      mutedUntil: null,
      cooldown: null,
      seen,
    },
  }
}

/**
 * Applies an event. Events that arrive twice or late, after a reconnect for example, change nothing: each line appears
 * once, in the order of ids [2 §2 Chat].
 */
export function applyEvent(view: RoomView, event: ChatServerEvent, me: number, now: number): RoomView {
  switch (event.type) {
    case 'channel':
      return entered(view, event)
    case 'chats':
      return withEarlierAuthors(withLines(event.missed ? view : { ...view, lines: [] }, event.lines, event.number, me))
    case 'chat':
      return { ...withLines(view, [event.line], event.number, me), ...announced(view, event.line) }
    case 'edit':
      return edited(view, event)
    case 'delete':
      return deleted(view, event)
    case 'topic':
      return event.number < view.topic.number ? view : reached({ ...view, topic: event }, event.number)
    case 'rules':
      return event.number < view.rules.number ? view : reached({ ...view, rules: event }, event.number)
    case 'user-list':
      return { ...view, count: event.count, people: peopleAfter(view.people, event) }
    case 'channel-list':
      return { ...view, rooms: event.channels }
    case 'muted':
      return { ...view, mutedUntil: event.until }
    case 'refused':
      return refused(view, event, now)
    case 'held':
      return held(view, event.lines, me)
    case 'released':
      return released(view, event)
    case 'redirect':
    case 'reauth':
      return view
  }
}

/** Returns a room's displayed name: a stream's title, otherwise the channel. */
export function roomName(
  channel: string,
  { entered, rooms }: Partial<Pick<RoomView, 'entered' | 'rooms'>> = {},
): string {
  if (channelKind(channel) !== 'stream') return channel
  return rooms?.find((room) => room.channel === channel)?.title ?? entered?.title ?? STREAM_ROOM
}

/**
 * Members to look up: those whose names may have changed, in lines or above them, and those whose lines draw their
 * emoticon.
 */
export function membersToFind({ earlierAuthors, lines }: RoomView): number[] {
  const drawn = lines.filter(({ message }) => message.includes(ME_CODE)).map(({ user }) => user.id)
  return [...new Set([...earlierAuthors, ...drawn, ...mentionedIn(lines)])].sort((a, b) => a - b)
}

const mentionedIn = (lines: readonly ChatLine[]) =>
  lines.flatMap(({ mentions = [] }) => mentions.map(({ userId }) => userId))

/** Names members as they are now: those in the room, and others who were looked up with their emoticons. */
export function withPeople(view: RoomView, found: ReadonlyMap<number, FoundPerson>): RoomView {
  const people = new Map([...found, ...view.people.map((person) => [person.id, person] as const)])
  const named = <Line extends { user: Person }>(line: Line): Line => {
    const user = people.get(line.user.id)
    const isChanged = user && (user.nickname !== line.user.nickname || user.avatar !== line.user.avatar)
    return isChanged ? { ...line, user } : line
  }
  const emoticons = [...found.values()].flatMap(({ id, emoticon }) => (emoticon ? [[id, emoticon] as const] : []))
  return {
    ...view,
    emoticons: new Map(emoticons),
    mentioned: [...new Set(mentionedIn(view.lines))].flatMap((id) => found.get(id) ?? []),
    lines: view.lines.map(named),
    held: view.held.map(named),
    announcement: view.announcement && named(view.announcement),
  }
}

/** Removes blocked members and their lines from a room [2 §2 Chat]. */
export function withoutBlockedMembers(view: RoomView, blocked: ReadonlySet<number>): RoomView {
  const isShown = ({ user }: { user: Person }) => !blocked.has(user.id)
  return {
    ...view,
    lines: view.lines.filter(isShown),
    held: view.held.filter(isShown),
    people: view.people.filter(({ id }) => !blocked.has(id)),
    announcement: view.announcement && isShown(view.announcement) ? view.announcement : null,
  }
}

export function markSeen(view: RoomView): RoomView {
  return view.seen === view.lastNumber ? view : { ...view, seen: view.lastNumber }
}

/** Counts unread lines, without own lines, lines of blocked members and announcements of streams. */
export function unreadCount({ lines, seen }: RoomView, me: number, blocked: ReadonlySet<number>): number {
  if (seen === null) return 0
  return lines.filter(
    ({ id, user, background }) =>
      id > seen && user.id !== me && !blocked.has(user.id) && background !== 'announce-stream',
  ).length
}

function entered(
  view: RoomView,
  { kind, title, moderator, ownerId, offered, offeredTo, number, rules, mutedUntil }: EventOf<'channel'>,
): RoomView {
  // A room whose numbers start again has lost its history, so the known lines are dropped.
  const known = number < view.lastNumber ? emptyView(view.outgoing, view.seen) : view
  const seen = known.seen === null ? null : Math.min(known.seen, number)
  const outgoing = known.outgoing.filter(({ state }) => state !== 'held')
  const now = { number: Math.max(known.rules.number, known.lastNumber), rules }
  return {
    ...known,
    entered: { kind, title, moderator, ownerId, offered, offeredTo },
    rules: now,
    mutedUntil,
    outgoing,
    held: [],
    seen,
  }
}

const reached = (view: RoomView, number: number): RoomView => ({
  ...view,
  lastNumber: Math.max(view.lastNumber, number),
})

function withLines(view: RoomView, arrivedLines: readonly ChatLine[], number: number, me: number): RoomView {
  const edits = new Map(view.edits)
  const byId = new Map(view.lines.map((line) => [line.id, line]))
  for (const line of arrivedLines) {
    const { id, message } = line
    if (line.edited && isNewer(edits, id, number)) edits.set(id, { number, message })
    if (!view.deletedIds.has(id)) byId.set(id, lineWith(line, edits))
  }
  const lines = [...byId.values()].sort((a, b) => a.id - b.id).slice(-CHAT_HISTORY_LINES)
  // In a full history, older lines cannot appear again.
  const firstId = lines.length === CHAT_HISTORY_LINES ? (lines[0]?.id ?? 0) : 0
  const deletedIds = new Set([...view.deletedIds].filter((id) => id > firstId))
  for (const id of edits.keys()) if (id < firstId) edits.delete(id)
  const ownKeys = new Set(arrivedLines.filter(({ user }) => user.id === me).map(({ key }) => key))
  const outgoing = ownKeys.size ? view.outgoing.filter(({ key }) => !ownKeys.has(key)) : view.outgoing
  return reached({ ...view, lines, deletedIds, edits, outgoing, seen: view.seen ?? number }, number)
}

function withEarlierAuthors(view: RoomView): RoomView {
  const ids = new Set(view.lines.map(({ user }) => user.id))
  return { ...view, earlierAuthors: [...ids].sort((a, b) => a - b) }
}

const isNewer = (edits: RoomView['edits'], id: number, number: number) => (edits.get(id)?.number ?? 0) < number

function lineWith(line: ChatLine, edits: RoomView['edits']): ChatLine {
  const edit = edits.get(line.id)
  if (!edit) return line
  // The site changes the line that announced a stream, so it is not marked as edited.
  const { mentions, ...rest } = line
  return {
    ...rest,
    message: edit.message,
    link: edit.link ?? line.link,
    edited: line.background === null,
    ...(edit.message === line.message && { mentions }),
  }
}

function announced({ lines }: RoomView, line: ChatLine): Pick<RoomView, 'announcement'> | undefined {
  const isNew = !lines.some(({ id }) => id === line.id)
  return line.background && isNew ? { announcement: line } : undefined
}

/** Applies an edit. The banner of a stream that has ended disappears. */
function edited(view: RoomView, { id, number, message, link }: EventOf<'edit'>): RoomView {
  if (!isNewer(view.edits, id, number)) return view
  const edits = new Map(view.edits).set(id, { number, message, link })
  const lines = view.lines.map((line) => (line.id === id ? lineWith(line, edits) : line))
  const announcement = view.announcement?.id === id ? null : view.announcement
  return reached({ ...view, edits, lines, announcement }, number)
}

function deleted(view: RoomView, { ids, number }: EventOf<'delete'>): RoomView {
  const deletedIds = new Set([...view.deletedIds, ...ids])
  const isKept = ({ id }: { id: number }) => !deletedIds.has(id)
  const announcement = view.announcement && isKept(view.announcement) ? view.announcement : null
  return reached({ ...view, deletedIds, announcement, lines: view.lines.filter(isKept) }, number)
}

function peopleAfter(people: readonly Person[], { users, joined = [], left = [] }: EventOf<'user-list'>): Person[] {
  const byId = new Map([...(users ?? people), ...joined].map((person) => [person.id, person]))
  for (const id of left) byId.delete(id)
  return [...byId.values()]
}

function refused(view: RoomView, { key, code, seconds }: EventOf<'refused'>, now: number): RoomView {
  const outgoing = view.outgoing.map((line) =>
    line.key === key ? { ...line, state: 'refused' as const, refusal: code } : line,
  )
  // A mute comes with its own event.
  const cooldown = seconds && code !== 'muted' ? { code, until: now + seconds * 1000 } : view.cooldown
  return { ...view, outgoing, cooldown }
}

function held(view: RoomView, lines: readonly HeldLine[], me: number): RoomView {
  const heldLines = (isMine: boolean) => lines.filter(({ user }) => (user.id === me) === isMine)
  const outgoing = new Map(view.outgoing.map((line) => [line.key, line]))
  for (const { key, message } of heldLines(true)) outgoing.set(key, { key, message, state: 'held' })
  const others = new Map([...view.held, ...heldLines(false)].map((line) => [line.id, line]))
  return { ...view, outgoing: [...outgoing.values()], held: [...others.values()] }
}

function released(view: RoomView, { id, approved, key }: EventOf<'released'>): RoomView {
  const held = view.held.filter((line) => line.id !== id)
  const outgoing = view.outgoing.flatMap((line) => {
    if (line.key !== key || line.state !== 'held') return [line]
    return approved ? [] : [{ ...line, state: 'declined' as const }]
  })
  return { ...view, held, outgoing }
}
