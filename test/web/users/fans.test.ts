import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { ShownProfile } from '../../../contract/http/users.ts'
import { Fans } from '../../../web/features/users/Fans.tsx'
import { membersQuery } from '../../../web/features/users/queries.ts'
import { onlyPage, renderMarkup, textOf } from '../../support/web/render.ts'
import { sampleUser } from '../../support/web/samples.ts'

describe('artists whose fan a member is', () => {
  it.each([
    ['leads its owner to artists', true],
    ['leads nobody else to artists', false],
  ])('an empty list %s', (_rule, isOwn) => {
    const user = sampleUser()
    const profile = { id: user.id, nickname: user.nickname, fans: 0 } as ShownProfile
    const replies = [[membersQuery('following', user.id).queryKey, onlyPage([])]] as const
    const text = textOf(renderMarkup(createElement(Fans, { profile, view: 'fanof', isOwn }), { user, replies }))
    expect(text.includes('Find artists')).toBe(isOwn)
  })
})
