import { CHANNEL_NAME_MAX } from './limits.ts'

/** Rooms that always exist. */
export const STANDING_CHANNELS = ['lobby', 'help', 'whiteboard'] as const

/** Names of rooms that members cannot create, because they would look like rooms of the site. */
export const RESERVED_CHANNELS = [
  'admin',
  'admins',
  'announcements',
  'croquis',
  'desk',
  'gloperator',
  'gloperators',
  'group',
  'groups',
  'mod',
  'moderation',
  'moderator',
  'moderators',
  'mods',
  'news',
  'official',
  'rules',
  'staff',
  'stream',
  'streams',
  'support',
  'system',
  'team',
] as const

/** An `open` room was created by the first member who joined it. */
export type ChannelKind = 'standing' | 'stream' | 'group' | 'open'

/**
 * Normalises a name typed after `/join` [2 §2]: lower case, spaces to dashes, only letters, digits and dashes. Empty
 * when nothing remains.
 */
export function normalizeChannel(typed: string): string {
  const folded = typed.normalize('NFKC').toLowerCase().trim().replace(/\s+/gu, '-')
  const name = folded.replace(/[^\p{L}\p{M}\p{N}-]/gu, '').normalize('NFC')
  return [...name]
    .slice(0, CHANNEL_NAME_MAX)
    .join('')
    .replace(/^[\p{M}]+/u, '')
}

/** True for a normalised name. */
export function isChannelName(text: string): boolean {
  return text !== '' && normalizeChannel(text) === text
}

export const STREAM_CHANNEL_PREFIX = 'stream-'

export const GROUP_CHANNEL_PREFIX = 'group-'

export const streamChannel = (streamId: number) => `${STREAM_CHANNEL_PREFIX}${streamId}` as const

/** Null for other rooms. */
export function streamIdOfChannel(channel: string): number | null {
  const id = channel.startsWith(STREAM_CHANNEL_PREFIX) ? channel.slice(STREAM_CHANNEL_PREFIX.length) : ''
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null
}

/** Derives the kind from the name: only the site creates names that begin with `stream-` or `group-`. */
export function channelKind(channel: string): ChannelKind {
  if (STANDING_CHANNELS.some((name) => name === channel)) return 'standing'
  const [, kind] = /^(stream|group)-./u.exec(channel) ?? []
  return kind === 'stream' || kind === 'group' ? kind : 'open'
}
