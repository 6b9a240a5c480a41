import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeCommands, decodeDrawCommands, encodeCommands } from '../../../../contract/socket/draw-commands.ts'
import { boardCommand, drawCommand } from '../../../support/unit/board.ts'

describe('the text of drawing commands [2 §7]', () => {
  it('a command is a line of a name and hexadecimal numbers', () => {
    const text = 'cs a\nscr ff8000\nslw 400\ndqc -100 0 80 100 b000 ff\ndr 0 100 400 400\nfo 64\n'
    expect(decodeCommands(text)).toEqual([
      { do: 'cs', client: 10 },
      { do: 'scr', colour: 0xff8000 },
      { do: 'slw', width: 1024 },
      { do: 'dqc', x: -256, y: 0, cx: 128, cy: 256, x2: 0xb000, y2: 255 },
      { do: 'dr', x: 0, y: 256, width: 1024, height: 1024 },
      { do: 'fo', offset: 100 },
    ])
  })

  it('encoded commands decode to the same commands', () => {
    const property = fc.property(fc.array(boardCommand), (commands) => {
      expect(decodeCommands(encodeCommands(commands))).toEqual(commands)
    })
    fc.assert(property, { numRuns: 1000 })
  })

  it('a text is accepted only as the one encoding of its commands', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'scrlwdqfo 0123456789abcdef-\n'), maxLength: 40 })
    const word = fc.constantFrom(
      'scr',
      'slw',
      'dr',
      'dqc',
      'fo',
      'cs',
      ' ',
      '\n',
      '0',
      '-0',
      '1',
      '00',
      '-40',
      '100',
      'ff',
    )
    const text = fc.oneof(
      letters,
      fc.array(word, { maxLength: 24 }).map((words) => words.join('')),
    )
    const property = fc.property(text, (text) => {
      const commands = decodeCommands(text)
      if (commands) expect(encodeCommands(commands)).toBe(text)
    })
    fc.assert(property, { numRuns: 20_000 })
  })

  it.each([
    ['a line without a line feed', 'scr 0'],
    ['an empty line', '\n'],
    ['an unknown name', 'undo\n'],
    ['a name in capitals', 'SCR 0\n'],
    ['a longer name', 'drx 0 0 1 1\n'],
    ['too few numbers', 'dr 0 0 1\n'],
    ['too many numbers', 'scr 0 0\n'],
    ['two spaces', 'scr  0\n'],
    ['a space at the end', 'scr 0 \n'],
    ['a tab', 'scr\t0\n'],
    ['a carriage return', 'scr 0\r\n'],
    ['a number in capitals', 'scr FF\n'],
    ['a number with leading zeros', 'scr 0f\n'],
    ['a negative zero', 'dr -0 0 1 1\n'],
    ['a fraction', 'scr 1.8\n'],
    ['a letter that is not a digit', 'scr g\n'],
    ['a sign without digits', 'dr - 0 1 1\n'],
    ['a colour out of range', 'scr 1000000\n'],
    ['a negative colour', 'scr -1\n'],
    ['a pen thinner than a pixel', 'slw ff\n'],
    ['a pen thicker than 50 pixels', 'slw 3201\n'],
    ['a rectangle without width', 'dr 0 0 0 1\n'],
    ['a rectangle larger than the largest brush', 'dr 0 0 4001 1\n'],
    ['a curve from far beside the board', 'dqc 2fc01 0 0 0 0 0\n'],
    ['a curve from far above the board', 'dqc 0 -4001 0 0 0 0\n'],
    ['a number of a thousand digits', `scr ${'f'.repeat(1000)}\n`],
    ['a scroll by zero', 'fo 0\n'],
    ['a scroll by more than the board', 'fo 2bd\n'],
    ['client zero', 'cs 0\n'],
  ])('a text with %s is refused as a whole', (_name, text) => {
    expect(decodeCommands(text)).toBeNull()
    expect(decodeCommands(`scr 0\n${text}`)).toBeNull()
  })
})

describe('drawing commands of clients [2 §7]', () => {
  it('drawing commands are accepted from clients', () => {
    const property = fc.property(fc.array(drawCommand), (commands) => {
      expect(decodeDrawCommands(encodeCommands(commands))).toEqual(commands)
    })
    fc.assert(property)
  })

  it.each([
    ['a choice of client', 'cs 1\n'],
    ['a scroll', 'scr 0\nfo 64\n'],
    ['a malformed command', 'scr\n'],
  ])('%s is refused from clients', (_name, text) => {
    expect(decodeDrawCommands(text)).toBeNull()
  })

  it.each(['dr -4001 0 1 1\n', 'dqc 0 0 0 0 -4001 0\n'])(
    'a mark as far to the left as only scrolls move it is refused from clients: %j',
    (text) => {
      expect(decodeCommands(text)).toHaveLength(1)
      expect(decodeDrawCommands(text)).toBeNull()
    },
  )
})
