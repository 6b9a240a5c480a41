import fc from 'fast-check'
import { BOARD } from '../../../contract/limits.ts'
import { type DrawCommand, encodeCommands, SUBPIXELS } from '../../../contract/socket/draw-commands.ts'
import { boardCommand, drawCommand } from '../unit/board.ts'

/** Replacements for a number: unusual, malformed, or out of bounds by one. */
const word = fc.oneof(
  fc.constantFrom('', '-', '-0', '00', '0f', 'FF', '0x1', '1e3', '1.8', 'NaN', 'Infinity', '-Infinity', '٣', ' ', '\n'),
  fc.constantFrom('2ebff', '2ec00', '2fc00', '2fc01', '-2fc00', '-2fc01', '-4000', '-4001', '3200', '3201', '1000000'),
  fc.constantFrom('7fffffff', '80000000', 'ffffffff', '100000000', '-ffffffff', 'f'.repeat(400)),
  fc.maxSafeInteger().map((number) => number.toString(16)),
)
const letter = fc.oneof(
  fc.constantFrom(...'scrdqlwfo 0123456789abcdefF-\n\r\t\0'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
)
const written = fc.array(boardCommand, { minLength: 1, maxLength: 5 }).map(encodeCommands)

const otherWord = fc.tuple(written, fc.nat(), word).map(([text, at, word]) => {
  const words = text.split(/(?<=[ \n])/)
  words[at % words.length] = `${word}${at % 2 === 0 ? ' ' : '\n'}`
  return words.join('')
})
const otherLetter = fc.tuple(written, fc.nat(), letter).map(([text, nat, letter]) => {
  const at = nat % text.length
  return text.slice(0, at) + letter + text.slice(at + 1)
})
const torn = fc.tuple(written, fc.nat()).map(([text, at]) => text.slice(0, at % text.length))

const MARGIN = 64 * SUBPIXELS
/** Values at the bounds, at the board's edges, and a fraction of a pixel beside them. */
const farOf = (size: number) =>
  fc
    .tuple(fc.constantFrom(-MARGIN, 0, size * SUBPIXELS, size * SUBPIXELS + MARGIN), fc.constantFrom(-1, 0, 1))
    .map(([at, by]) => Math.min(size * SUBPIXELS + MARGIN, Math.max(-MARGIN, at + by)))
const [farX, farY] = [farOf(BOARD.width), farOf(BOARD.height)]
const side = fc.constantFrom(1, 255, 256, 257, 64 * SUBPIXELS)
const farCommand: fc.Arbitrary<DrawCommand> = fc.oneof(
  fc.record({ do: fc.constant('dr' as const), x: farX, y: farY, width: side, height: side }),
  fc.record({ do: fc.constant('dqc' as const), x: farX, y: farY, cx: farX, cy: farY, x2: farX, y2: farY }),
  drawCommand,
)
const WIDEST = `scr ff\nslw ${(50 * SUBPIXELS).toString(16)}\n`
/** Valid commands with the largest extent and cost. */
const far = fc.array(farCommand, { minLength: 1, maxLength: 3 }).map((commands) => WIDEST + encodeCommands(commands))

const anywhere = fc.oneof(fc.integer({ min: -(2 ** 18), max: 2 ** 18 }), fc.maxSafeInteger())
/** The most bent curve: from the margin to anywhere and back. */
export const hostileCurve: fc.Arbitrary<string> = fc
  .tuple(anywhere, anywhere)
  .map(([x, y]) => [-MARGIN, -MARGIN, x, y, -MARGIN, -MARGIN].map((number) => number.toString(16)))
  .map((numbers) => `dqc ${numbers.join(' ')}\n`)

/** Texts of batches that no page sends; some are valid. */
export const hostileCommands: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: otherWord },
  { weight: 3, arbitrary: otherLetter },
  { weight: 1, arbitrary: torn },
  { weight: 2, arbitrary: written },
  { weight: 3, arbitrary: far },
  { weight: 2, arbitrary: fc.array(letter, { maxLength: 40 }).map((letters) => letters.join('')) },
)

const number = fc.oneof(
  fc.constantFrom<unknown>(0, 1, -1, 1.5, 2 ** 53, '1', null, [], {}),
  fc.nat(),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
)
const fields = fc.record({
  type: fc.constantFrom('draw', 'draw', 'draw', 'auth', 'info', 'hash', 'ack', 'commands', 'snapshot', '__proto__', ''),
  sequence: number,
  shiftIndex: number,
  commands: fc.oneof(hostileCommands, fc.anything({ maxDepth: 1 })),
})
/** Fields that an attacker would add to impersonate a member or the board. */
const forged = fc.subarray(
  Object.entries({ client: 1, userId: 1, drawn: [1, 9], text: 'fo 64\n', number: 9, flags: 'a' }),
)
const batch = hostileCommands.map((commands) => JSON.stringify({ type: 'draw', sequence: 1, shiftIndex: 0, commands }))

const TOO_LONG = [65_537, 2_000_000].map((length) => 'x'.repeat(length))

/** Frames that no page sends, with unusual texts, fields and sizes; some are valid. */
export const hostileFrame: fc.Arbitrary<string | ArrayBuffer> = fc.oneof(
  { weight: 8, arbitrary: batch },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fields, forged)
      .map(([plain, extra]) => JSON.stringify({ ...plain, ...Object.fromEntries(extra) })),
  },
  { weight: 2, arbitrary: fc.tuple(batch, fc.nat()).map(([text, at]) => text.slice(0, at % text.length)) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 30 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => new Uint8Array(bytes).buffer) },
  { weight: 1, arbitrary: fc.constantFrom(...TOO_LONG) },
)
