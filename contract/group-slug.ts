import { GROUP_CHANNEL_PREFIX } from './channel.ts'
import { CHANNEL_NAME_MAX } from './limits.ts'
import { slugOf } from './slug.ts'

/** The longest slug of a group, so that it fits into the name of the group's chat room. */
export const GROUP_SLUG_MAX = CHANNEL_NAME_MAX - GROUP_CHANNEL_PREFIX.length

/**
 * The address of a group with this title: lower-case letters, digits and hyphens, so that the name of its chat room is
 * the same. May be empty.
 */
export function groupSlugOf(title: string): string {
  return slugOf(title.replace(/[_\s]+/gu, ' ').trim())
    .replaceAll('_', '-')
    .slice(0, GROUP_SLUG_MAX)
    .replace(/-+$/, '')
}

/** The name of the chat room of a group. */
export const groupChannel = (slug: string) => `${GROUP_CHANNEL_PREFIX}${slug}` as const
