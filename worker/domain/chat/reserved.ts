import {
  channelKind,
  GROUP_CHANNEL_PREFIX,
  RESERVED_CHANNELS,
  STANDING_CHANNELS,
  STREAM_CHANNEL_PREFIX,
} from '../../../contract/channel.ts'
import { skeletonOf } from '../../lib/skeleton.ts'

const RESERVED = new Set([...RESERVED_CHANNELS, ...STANDING_CHANNELS].map(skeletonOf))
const PREFIXES = [STREAM_CHANNEL_PREFIX, GROUP_CHANNEL_PREFIX].map(skeletonOf)

/** True for a name that members cannot give a room, because it is, or looks like, the name of a room of the site. */
export function isReservedChannel(channel: string): boolean {
  if (channelKind(channel) !== 'open') return false
  const skeleton = skeletonOf(channel)
  return RESERVED.has(skeleton) || PREFIXES.some((prefix) => skeleton.startsWith(prefix))
}
