import { GROUP_CHANNEL_PREFIX } from './channel.ts'
import { CHANNEL_NAME_MAX } from './limits.ts'
import { slugOf } from './slug.ts'

/** Maximum length of a group's slug. With it, the slug fits into the name of the group's chat room. */
export const GROUP_SLUG_MAX = CHANNEL_NAME_MAX - GROUP_CHANNEL_PREFIX.length

/**
 * Makes the slug of a group from its title: lower-case letters, digits and hyphens, which are also valid in the name of
 * its chat room. May be empty.
 */
export function groupSlugOf(title: string): string {
  return slugOf(title.replace(/[_\s]+/gu, ' ').trim())
    .replaceAll('_', '-')
    .slice(0, GROUP_SLUG_MAX)
    .replace(/-+$/, '')
}

/** Returns the name of a group's chat room. */
export const groupChannel = (slug: string) => `${GROUP_CHANNEL_PREFIX}${slug}` as const
