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

  const normalizedName = fc.string({ unit: 'grapheme', maxLength: 80 }).map(normalizeChannel)

  it('a room name is never too long', () => {
    fc.assert(
      fc.property(normalizedName, (name) => {
        expect([...name].length).toBeLessThanOrEqual(CHANNEL_NAME_MAX)
      }),
    )
  })

  it('normalising a room name again changes nothing', () => {
    fc.assert(
      fc.property(normalizedName, (name) => {
        expect(normalizeChannel(name)).toBe(name)
      }),
    )
  })

  it('a normalised name is valid unless it is empty', () => {
    fc.assert(
      fc.property(normalizedName, (name) => {
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

  const streamId = fc.integer({ min: 1, max: 1e15 - 1 })

  it('the room of a stream names its stream', () => {
    fc.assert(
      fc.property(streamId, (id) => {
        expect(streamIdOfChannel(streamChannel(id))).toBe(id)
      }),
    )
  })

  it('the room of any stream is a stream room', () => {
    fc.assert(
      fc.property(streamId, (id) => {
        expect(channelKind(streamChannel(id))).toBe('stream')
      }),
    )
  })

  it.each(['lobby', 'stream-', 'stream-0', 'stream-07', 'stream-7a', 'streams-7', 'stream-1234567890123456'])(
    'the room %s names no stream',
    (channel) => {
      expect(streamIdOfChannel(channel)).toBeNull()
    },
  )
})
