import { CHANNEL_MAX } from './limits.ts'

/** Rooms that are there without anybody having opened them. */
export const STANDING_CHANNELS = ['lobby', 'help', 'whiteboard'] as const

/** What a room is: a standing one, one of a stream or a group, or one that a member opened by joining it. */
export type ChannelKind = 'standing' | 'stream' | 'group' | 'open'

/**
 * The name of a room as `/join` reads it [2 §2]: lower case, spaces to dashes, other characters than letters, digits and
 * dashes stripped; empty when nothing is left.
 */
export function channelName(typed: string): string {
  const folded = typed.normalize('NFKC').toLowerCase().trim().replace(/\s+/gu, '-')
  const name = folded.replace(/[^\p{L}\p{M}\p{N}-]/gu, '').normalize('NFC')
  return [...name]
    .slice(0, CHANNEL_MAX)
    .join('')
    .replace(/^[\p{M}]+/u, '')
}

/** Whether a text is the name of a room as it stands, such as an address carries it. */
export function isChannelName(text: string): boolean {
  return text !== '' && channelName(text) === text
}

/** What the names of rooms beside streams begin with. */
export const STREAM_CHANNEL_PREFIX = 'stream-'

/** The name of the room beside a stream. */
export const streamChannel = (streamId: number) => `${STREAM_CHANNEL_PREFIX}${streamId}` as const

/** The stream that a room is beside; null for other rooms. */
export function streamIdOfChannel(channel: string): number | null {
  const id = channel.startsWith(STREAM_CHANNEL_PREFIX) ? channel.slice(STREAM_CHANNEL_PREFIX.length) : ''
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null
}

/** What the name of a room says of it. Names of groups and streams are given out by these alone. */
export function channelKind(channel: string): ChannelKind {
  if (STANDING_CHANNELS.some((name) => name === channel)) return 'standing'
  const [, kind] = /^(stream|group)-./u.exec(channel) ?? []
  return kind === 'stream' || kind === 'group' ? kind : 'open'
}
