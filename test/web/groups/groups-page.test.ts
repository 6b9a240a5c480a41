import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { GroupsPage } from '../../../web/features/groups/GroupsPage.tsx'
import { groupsOfQuery, groupsQuery } from '../../../web/features/groups/queries.ts'
import { onlyPage, renderMarkup, textOf } from '../../support/web/render.ts'
import { sampleUser } from '../../support/web/samples.ts'

const NO_GROUPS = 'No groups yet.'
const EMPTY_FIRST_PAGE = { pages: [{ items: [], done: false, cursor: 'next' }], pageParams: [''] }

describe('all groups', () => {
  it('the list says that there are no groups', () => {
    const replies = [[groupsQuery.queryKey, onlyPage([])]] as const
    expect(textOf(renderMarkup(createElement(GroupsPage), { at: '/groups?tab=all', replies }))).toContain(NO_GROUPS)
  })

  it('the list does not say so while only the first page is empty, because of blocked members', () => {
    const replies = [[groupsQuery.queryKey, EMPTY_FIRST_PAGE]] as const
    expect(textOf(renderMarkup(createElement(GroupsPage), { at: '/groups?tab=all', replies }))).not.toContain(NO_GROUPS)
  })
})

describe('groups of a member', () => {
  it('a member without groups is led to all groups, not to the sketches of theirs', () => {
    const user = sampleUser()
    const replies = [[groupsOfQuery(user.id).queryKey, onlyPage([])]] as const
    const text = textOf(renderMarkup(createElement(GroupsPage), { at: '/groups?tab=your', user, replies }))
    expect(text).toContain('See all groups')
    expect(text).not.toContain('Recent sketches of your groups')
  })

  it('a member whose first page of groups is empty, because of blocked members, is not led to all groups', () => {
    const user = sampleUser()
    const replies = [[groupsOfQuery(user.id).queryKey, EMPTY_FIRST_PAGE]] as const
    const text = textOf(renderMarkup(createElement(GroupsPage), { at: '/groups?tab=your', user, replies }))
    expect(text).toContain('Recent sketches of your groups')
    expect(text).not.toContain('See all groups')
  })
})
