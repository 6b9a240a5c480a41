import { describe, expect, it } from 'vitest'
import { channelKind, isChannelName } from '../../../contract/channel.ts'
import { GROUP_SLUG_MAX, groupChannel, groupSlugOf } from '../../../contract/group-slug.ts'
import { groupId } from '../../../contract/http/groups.ts'

describe('the slug of a group', () => {
  it.each([
    ['Pond life', 'pond-life'],
    ['  Été_à la mer!  ', 'ete-a-la-mer'],
    ['A -- B', 'a-b'],
    ['池', ''],
  ])('the slug of a group is made of its title: %s', (title, slug) => {
    expect(groupSlugOf(title)).toBe(slug)
  })

  it('the slug of a group fits into the name of its chat room', () => {
    const slug = groupSlugOf(`Sketches of ${'very '.repeat(10)} quiet ponds`)
    expect(slug.length).toBeLessThanOrEqual(GROUP_SLUG_MAX)
    expect([groupId.safeParse(slug).success, slug.endsWith('-')]).toEqual([true, false])
    expect([isChannelName(groupChannel(slug)), channelKind(groupChannel(slug))]).toEqual([true, 'group'])
  })
})
