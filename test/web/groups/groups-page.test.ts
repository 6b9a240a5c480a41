import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { GroupsPage } from '../../../web/features/groups/GroupsPage.tsx'
import { groupsOfQuery } from '../../../web/features/groups/queries.ts'
import { onlyPage, renderMarkup, textOf } from '../../support/web/render.ts'
import { sampleUser } from '../../support/web/samples.ts'

describe('groups of a member', () => {
  it('a member without groups is led to all groups, not to the sketches of theirs', () => {
    const user = sampleUser()
    const replies = [[groupsOfQuery(user.id).queryKey, onlyPage([])]] as const
    const text = textOf(renderMarkup(createElement(GroupsPage), { at: '/groups?tab=your', user, replies }))
    expect(text).toContain('See all groups')
    expect(text).not.toContain('Recent sketches of your groups')
  })
})
