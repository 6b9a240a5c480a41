import fc from 'fast-check'

const WRONG_TYPES = [
  'auth',
  'join',
  'chat',
  'edit',
  'delete',
  'channels',
  'ack',
  'chats',
  'user-list',
  '__proto__',
  'admin',
]

/** Fields that an attacker would add to impersonate another member or gain rights. */
const forged = {
  user: { id: 1, nickname: 'Noor', avatar: null },
  userId: 1,
  from: 1,
  member: { id: 1, flags: 'a' },
  flags: 'a',
  admin: true,
  action: true,
  background: 'announcement',
  link: { path: '/logout', label: 'here' },
  id: 7,
  date: '20000101000000',
}

const key = fc.stringMatching(/^[\w-]{8,20}$/)
const message = fc.oneof(fc.string({ maxLength: 80 }), fc.string({ unit: 'binary', maxLength: 600 }))
const fields = fc.record(
  {
    type: fc.oneof(fc.constantFrom(...WRONG_TYPES), fc.string({ maxLength: 8 })),
    key: fc.oneof(key, fc.anything({ maxDepth: 1 })),
    message: fc.oneof(message, fc.anything({ maxDepth: 1 })),
    channel: fc.oneof(fc.constantFrom('lobby', 'help', 'group-ink', '../lobby'), fc.string({ maxLength: 120 })),
    chatId: fc.oneof(fc.string({ maxLength: 200 }), fc.constant('eyJhbGciOiJub25lIn0.e30.')),
    id: fc.oneof(fc.maxSafeInteger(), fc.double(), fc.constant('1')),
    replyTo: fc.maxSafeInteger(),
    again: fc.maxSafeInteger(),
    last: fc.maxSafeInteger(),
    mark: fc.maxSafeInteger(),
  },
  { requiredKeys: ['type'] },
)

const extra = fc.subarray(Object.entries(forged)).map((entries) => Object.fromEntries(entries))
const messageLike = fc
  .tuple(fields, fc.oneof(fc.constant({}), extra))
  .map(([plain, added]) => JSON.stringify({ ...plain, ...added }))

const deep = fc
  .tuple(fc.constantFrom(['[', ']'], ['{"type":', '}']), fc.integer({ min: 100, max: 12_000 }))
  .map(([[open = '', close = ''], depth]) => `${open.repeat(depth)}1${close.repeat(depth)}`)

const torn = fc.tuple(messageLike, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1)))

/** Frames that no page sends: wrong or deep JSON, forged fields, other rooms, old tickets, binary data. */
export const hostileFrame: fc.Arbitrary<string | ArrayBuffer> = fc.oneof(
  { weight: 12, arbitrary: messageLike },
  { weight: 4, arbitrary: torn },
  { weight: 3, arbitrary: fc.json({ maxDepth: 4 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 1, arbitrary: deep },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => new Uint8Array(bytes).buffer) },
)

export const LONG_FRAME = JSON.stringify({ type: 'chat', key: 'far-too-long', message: 'x'.repeat(2_000_000) })
