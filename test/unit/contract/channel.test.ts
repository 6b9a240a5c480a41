import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  channelKind,
  isChannelName,
  normalizeChannel,
  streamChannel,
  streamIdOfChannel,
} from '../../../contract/channel.ts'
import { CHANNEL_NAME_MAX } from '../../../contract/limits.ts'

describe('names of chat rooms [2 §2 Chat]', () => {
  it.each([
    ['Critique', 'critique'],
    ['  Life Drawing  ', 'life-drawing'],
    ['life\tdrawing', 'life-drawing'],
    ['Français!', 'français'],
    ['ink & paper', 'ink--paper'],
    ['<b>lobby</b>', 'blobbyb'],
    ['../help', 'help'],
    ['＃ＬＯＢＢＹ', 'lobby'],
    ['速写', '速写'],
    ['!?', ''],
  ])('%j becomes the room name %j', (typed, name) => {
    expect(normalizeChannel(typed)).toBe(name)
  })

  it('a room name is short, and normalising it again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (typed) => {
        const name = normalizeChannel(typed)
        expect([...name].length).toBeLessThanOrEqual(CHANNEL_NAME_MAX)
        expect(normalizeChannel(name)).toBe(name)
        expect(isChannelName(name)).toBe(name !== '')
      }),
    )
  })

  it.each([
    ['lobby', 'standing'],
    ['whiteboard', 'standing'],
    ['stream-12', 'stream'],
    ['group-ink', 'group'],
    ['group-', 'open'],
    ['streams', 'open'],
    ['critique', 'open'],
  ])('%s is a %s room', (channel, kind) => {
    expect(channelKind(channel)).toBe(kind)
  })

  it('the room of a stream names its stream, and no other room does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e15 - 1 }), (id) => {
        expect(streamIdOfChannel(streamChannel(id))).toBe(id)
        expect(channelKind(streamChannel(id))).toBe('stream')
      }),
    )
    for (const other of [
      'lobby',
      'stream-',
      'stream-0',
      'stream-07',
      'stream-7a',
      'streams-7',
      'stream-1234567890123456',
    ])
      expect(streamIdOfChannel(other)).toBeNull()
  })
})
